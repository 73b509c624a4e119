// After a swap: say what is new, put the focus where reading goes on, bring the verdict into
// view, and keep what the page says about itself true.

const said = document.getElementById("said");

// Any script may ask for something to be said: an event "say" with the text as its detail.
document.addEventListener("say", ({ detail }) => {
  said.textContent = detail.replace(/\s+/g, " ").trim();
});

function say(text) {
  document.dispatchEvent(new CustomEvent("say", { detail: text }));
}

// Where a refused answer is put right.
function toCorrect(table) {
  const places = ["[aria-invalid]", "input:checked", "input:not([type=hidden])", "button"];
  const found = places.map((place) => table.querySelector(`.answer ${place}`));
  return found.find((element) => element);
}

// On a phone keys and button stay in sight: a row that they would cut through comes out whole.
function clearPad() {
  const pad = document.querySelector("#table .pad");
  if (!pad || getComputedStyle(pad).position !== "sticky") return;
  const edge = pad.getBoundingClientRect().top;
  for (const row of document.querySelectorAll("#table .answer :is([data-row], .places li)")) {
    const { top, bottom } = row.getBoundingClientRect();
    if (top < edge && edge < bottom) {
      window.scrollBy(0, Math.ceil(bottom - edge) + 4);
      return;
    }
  }
}

// What is said, why, and what is pressed next have to be seen at once. Where they do not fit
// below the header, the page moves up, but never the first of them out of sight; for the
// dealer’s call it moves only as long as all cards stay in sight.
function bringIntoView(table) {
  const box = (place) => [...table.querySelectorAll(place)].at(-1)?.getBoundingClientRect();
  const problem = box(".problem[data-say]");
  const [decides, go] = [box(".why > :not(.after)") ?? box("h1"), box(".verdict .go")];
  let hidden = 0;
  if (problem) hidden = box(".answer").bottom - innerHeight;
  else if (go) {
    const call = (box(".call") ?? decides).bottom - go.top;
    hidden = Math.max(decides.bottom - go.top, Math.min(call, (box(".felt")?.top ?? Infinity) - 16));
    hidden = Math.max(hidden, go.bottom - innerHeight);
  }
  const first = problem ?? box("h1");
  if (hidden > 0) window.scrollBy(0, Math.min(hidden + 8, first.top - 8));
  clearPad();
}

function show(table) {
  const problem = table.querySelector(".problem[data-say]");
  const heading = table.querySelector("[data-focus]");
  say((problem ?? heading).textContent);
  (problem ? toCorrect(table) : heading).focus({ preventScroll: true });
  window.scrollTo(0, 0);
  bringIntoView(table);
  document.title = table.dataset.title;
  for (const next of document.querySelectorAll(".languages [name=next]")) {
    next.value = location.pathname;
  }
  for (const link of document.querySelectorAll("[data-back]")) {
    const url = new URL(link.href);
    url.searchParams.set("back", location.pathname);
    link.href = url;
  }
}

document.addEventListener("htmx:afterSettle", () => {
  const table = document.getElementById("table");
  if (table) show(table);
});

// A box has been opened.
document.addEventListener("opened", clearPad);

const table = document.getElementById("table");
if (table && !location.hash && !scrollY) bringIntoView(table);
