// The boxes of one table: one of them is open at a time, with its cards alone on a small felt.
// Whichever is settled next gets the next place; it can be put right in its list. Without this
// file all boxes stand below each other, each with a list for its place.

const FIELD = "[data-amount]";

function boxesIn(root) {
  return [...root.querySelectorAll("[data-box]")];
}

function placeOf(box) {
  return box.querySelector("select");
}

function isBegun(box) {
  const typed = [...box.querySelectorAll(FIELD)].some((field) => field.value.trim());
  return typed || Boolean(box.querySelector("[type=radio]:checked"));
}

// The places stand on the buttons that open the boxes. What stands there already is not written
// again: under a press on its way, that would undo the press.
function showPlaces(root) {
  for (const box of boxesIn(root)) {
    const button = root.querySelector(`[data-open="${box.dataset.box}"]`);
    const { value } = placeOf(box);
    const shown = button.querySelector("b");
    if (shown.textContent !== value) shown.textContent = value;
    button.setAttribute("aria-label", value ? `${box.ariaLabel}: ${value}` : box.ariaLabel);
    button.ariaExpanded = String(box.classList.contains("open"));
  }
}

function open(root, opened) {
  for (const box of boxesIn(root)) box.classList.toggle("open", box === opened);
  root.classList.toggle("opened", Boolean(opened));
  for (const seat of document.querySelectorAll("#table [data-seat]")) {
    seat.classList.toggle("settling", seat.dataset.seat === opened?.dataset.box);
  }
  // Where the felt stays in sight, the buttons stay below it.
  const felt = document.querySelector("#table .felt");
  root.style.setProperty("--felt-height", `${felt.offsetHeight}px`);
  showPlaces(root);
}

function give(root) {
  const box = root.querySelector("[data-box].open");
  if (box && !placeOf(box).value && isBegun(box)) {
    const last = Math.max(0, ...boxesIn(root).map((other) => Number(placeOf(other).value)));
    placeOf(box).value = String(last + 1);
  }
  showPlaces(root);
}

function press(button) {
  const root = button.closest("[data-rows]");
  const box = root.querySelector(`[data-box="${button.dataset.open}"]`);
  if (box.classList.contains("open")) {
    open(root, null);
    return;
  }
  open(root, box);
  const fields = [...box.querySelectorAll(FIELD)];
  const isOpen = (field) => !field.closest("[data-row]").querySelector("[type=radio]:checked");
  (fields.find(isOpen) ?? fields[0]).focus();
  document.dispatchEvent(new CustomEvent("opened"));
}

function start() {
  const root = document.querySelector("#table .several:not(.tabbed)");
  if (!root) return;
  root.classList.add("tabbed");
  open(root, boxesIn(root).find((box) => box.querySelector(".current")) ?? null);
}

function settled({ target }) {
  const root = target.closest?.(".several");
  if (!root) return;
  if (target.matches("select")) showPlaces(root);
  else give(root);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-open]");
  if (button) press(button);
  else if (event.target.closest("[data-type]")) settled(event);
});
document.addEventListener("input", settled);
document.addEventListener("change", settled);
document.addEventListener("cleared", () => {
  const root = document.querySelector("#table .several");
  if (root) open(root, null);
});
document.addEventListener("htmx:afterSwap", start);
start();
