// After a swap: say what is new, put the focus where reading goes on, and keep what the page
// says about itself true. After a failure: say so beside the button, with the answer kept.

const said = document.getElementById("said");

function say(element) {
  said.textContent = element.textContent.replace(/\s+/g, " ").trim();
}

// Where a refused answer is put right.
function toCorrect(table) {
  const places = ["[aria-invalid]", "input:checked", "input:not([type=hidden])", "button"];
  const found = places.map((place) => table.querySelector(`.answer ${place}`));
  return found.find((element) => element);
}

function show(table) {
  const problem = table.querySelector(".problem[data-say]");
  const heading = table.querySelector("[data-focus]");
  say(problem ?? table.querySelector("[data-say]"));
  (problem ? toCorrect(table) : heading).focus({ preventScroll: true });
  window.scrollTo(0, 0);
  (problem ?? heading).scrollIntoView({ block: "nearest" });
  document.title = table.dataset.title;
  for (const next of document.querySelectorAll(".languages [name=next]")) {
    next.value = location.pathname;
  }
}

document.addEventListener("htmx:afterSettle", () => {
  const table = document.getElementById("table");
  if (table) show(table);
});

document.addEventListener("htmx:beforeRequest", (event) => {
  event.target.setAttribute("aria-busy", "true");
  for (const failure of event.target.querySelectorAll("[data-failure]")) failure.hidden = true;
});

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (detail.successful || !target.isConnected) return;
  target.removeAttribute("aria-busy");
  const status = detail.xhr?.status ?? 0;
  const kind = status >= 400 && status < 500 ? "refused" : "network";
  const failure = target.querySelector(`[data-failure=${kind}]`);
  if (!failure) return;
  failure.hidden = false;
  say(failure);
  failure.scrollIntoView({ block: "nearest" });
  target.querySelector(".primary, .choices button")?.focus({ preventScroll: true });
});

// A page from the back/forward cache may hold a question that has been answered since.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
