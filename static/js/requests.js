// A form on its way rests and says so. One that fails says so beside the button, with what was
// typed kept: it can be sent again, and the server stores the first answer that arrives.

const TOKEN = "csrfmiddlewaretoken";
const KEPT = "croupier.kept";

function say(text) {
  document.dispatchEvent(new CustomEvent("say", { detail: text }));
}

function isBusy(form) {
  return form.getAttribute("aria-busy") === "true";
}

function busy(form) {
  form.setAttribute("aria-busy", "true");
  const sending = form.querySelector(".sending");
  // Said only where it takes long enough to wonder.
  if (sending) setTimeout(() => form.isConnected && isBusy(form) && say(sending.textContent), 1000);
}

function kindOf(xhr) {
  const status = xhr?.status ?? 0;
  if (status === 0) return "network";
  if (status >= 500) return "broken";
  if (status === 403) return "stale";
  // 200: another page than the one that was asked for, such as the sign-in.
  if (status === 404 || status < 400) return "gone";
  return "refused";
}

// A sign-in elsewhere, or a cookie that was lost, makes the forms of a page stale: their tokens
// come anew from the page as it is now.
async function renew() {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const token = page.querySelector(`[name=${TOKEN}]`)?.value;
  if (!token) return;
  for (const field of document.querySelectorAll(`[name=${TOKEN}]`)) field.value = token;
}

function fail(form, kind) {
  const known = document.getElementById("failures")?.content;
  const failure = known?.querySelector(`[data-failure=${kind}]`)?.cloneNode(true);
  if (!failure) return;
  const lead = known.querySelector(`[data-lead=${form.matches(".answer") ? "answer" : "next"}]`);
  failure.querySelector(".lead")?.append(lead.textContent);
  for (const link of failure.querySelectorAll(".here")) link.href = location.pathname;
  form.append(failure);
  say(failure.textContent);
  form.querySelector(".sent")?.focus({ preventScroll: true });
  failure.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:beforeRequest", ({ target, detail }) => {
  busy(target);
  for (const failure of target.querySelectorAll("[data-failure]")) failure.remove();
  for (const button of target.querySelectorAll(".sent")) button.classList.remove("sent");
  detail.requestConfig.triggeringEvent?.submitter?.classList.add("sent");
});

// Only the table is drawn into the page, never a whole page that came in its place.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || detail.serverResponse.trimStart().startsWith('<div id="table"')) return;
  detail.shouldSwap = false;
  detail.isError = true;
});

document.addEventListener("htmx:afterRequest", async ({ target, detail }) => {
  if (detail.successful || !target.isConnected) return;
  const kind = kindOf(detail.xhr);
  if (kind === "stale") await renew().catch(() => {});
  target.removeAttribute("aria-busy");
  fail(target, kind);
});

// A login that has ended leads over the sign-in page and back; the answer waits meanwhile in
// the memory of this tab.
document.addEventListener("htmx:beforeOnLoad", ({ target, detail }) => {
  if (!detail.xhr.getResponseHeader("HX-Redirect") || !target.matches(".answer")) return;
  const given = [...detail.requestConfig.formData].filter(([name]) => name !== TOKEN);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ path: target.getAttribute("action"), given }));
  } catch {
    // Without storage the answer is given anew.
  }
});

function restore() {
  const form = document.querySelector(".answer");
  const kept = JSON.parse(sessionStorage.getItem(KEPT));
  if (!form || kept?.path !== form.getAttribute("action")) return;
  sessionStorage.removeItem(KEPT);
  for (const [name, value] of kept.given) {
    for (const field of form.elements) {
      if (field.name !== name) continue;
      if (field.type === "text") field.value = value;
      else if (field.value === value && field.type === "submit") field.classList.add("sent");
      else if (field.value === value) field.checked = true;
    }
  }
  form.querySelector(".primary")?.classList.add("sent");
  fail(form, "kept");
}

// Forms without htmx: a second press does not send twice.
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  if (isBusy(event.target)) event.preventDefault();
  else busy(event.target);
});

// A page from the back/forward cache may hold a question that has been answered since.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

try {
  restore();
} catch {
  // Nothing was kept.
}
