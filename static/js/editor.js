// The figures beside what is typed come from the server (htmx). Until they have come the old
// ones are dimmed, and what could not be fetched is said. Typed changes are not left by mistake.

const form = document.getElementById("draft_form");
const failed = document.getElementById("figures-failed");

// What was refused is typed and not saved, too.
let changed = form.querySelector(".errornote") !== null;

form.addEventListener("input", () => {
  changed = true;
  for (const figure of form.querySelectorAll(".pay-row output, .edge")) {
    figure.classList.add("stale");
  }
});

// A page that came in place of the figures, such as the sign-in, is none of them.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.serverResponse.includes('id="poll"')) return;
  detail.shouldSwap = false;
  detail.isError = true;
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful) failed.hidden = true;
});

for (const trouble of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(trouble, () => (failed.hidden = false));
}

// What is on its way when the page is left has not failed.
function giveUp() {
  for (const id of ["figures", "poll"]) {
    document.getElementById(id).dispatchEvent(new Event("htmx:abort"));
  }
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (form.getAttribute("aria-busy") === "true") event.preventDefault();
});
addEventListener("pagehide", giveUp);

addEventListener("beforeunload", (event) => {
  if (changed) event.preventDefault();
});

// A second press does not send twice.
form.addEventListener("submit", (event) => {
  if (form.getAttribute("aria-busy") === "true") {
    event.preventDefault();
    return;
  }
  form.setAttribute("aria-busy", "true");
  giveUp();
  changed = false;
});

// Back at what was sent: it may be sent again.
addEventListener("pageshow", () => form.removeAttribute("aria-busy"));
