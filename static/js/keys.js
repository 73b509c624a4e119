// Keys: an element says with `data-key` which keys stand for it. Letters and digits go by their
// place on the keyboard, because other layouts have other letters there; signs by what they are.
// Where digits mean something else inside a group, it says so with `data-keys-inside`.

const SIGNS = new Set(["+", "=", "-", "?", "ArrowLeft", "ArrowRight", "Enter", "Escape"]);
const IN_TEXT = new Set(["+", "=", "-", "Escape"]);

function nameOf(event) {
  if (SIGNS.has(event.key)) return event.key;
  if (event.code === "Space" || /^Key[AJKQRT]$/.test(event.code)) return event.code;
  return event.shiftKey ? "" : (/^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? "");
}

// Keys are for the question; the header and other forms keep theirs.
function isElsewhere(target) {
  return target !== document.body && !target.closest("#table");
}

// Keys that the focused control understands by itself: it alone acts on them.
function belongsTo(target, key) {
  if (target.matches("input[type=text]")) return !IN_TEXT.has(key);
  if (key === "Space" || key === "Enter") return target.closest("a, button, summary, input, label");
  return key.startsWith("Arrow") && target.closest("input");
}

// In a group with keys of its own those come first, and outside of it they mean nothing.
function find(key, target) {
  const group = (element) => element.closest("[data-keys-inside]");
  const all = [...document.querySelectorAll(`#table [data-key~="${key}"]:not(:disabled)`)];
  const inside = group(target) && all.find((element) => group(element) === group(target));
  const found = inside || all.find((element) => !group(element));
  return found?.closest("fieldset:disabled") ? null : found;
}

// A drawer has the focus while it lies open, and then gives it back: “Enter” is for the answer.
let before = null;

function openDrawer(drawer) {
  if (!document.activeElement.closest(".drawer")) before = document.activeElement;
  drawer.open = true;
  drawer.querySelector("summary").focus();
}

function closeDrawer(drawer) {
  drawer.open = false;
  if (!drawer.contains(document.activeElement)) return;
  document.activeElement.blur();
  if (before?.isConnected) before.focus({ preventScroll: true });
}

function press(element) {
  if (element instanceof HTMLDetailsElement) {
    if (element.open) closeDrawer(element);
    else openDrawer(element);
    return;
  }
  element.click();
  if (element.name === "outcome") element.form.querySelector("#amount").focus();
  if (element.dataset.then) element.form.querySelector(element.dataset.then).focus();
}

// What has been answered so far, and then what lies open.
function clear() {
  const chosen = document.querySelectorAll('.answer input:checked:not([value=""])');
  const amount = document.getElementById("amount");
  if (!chosen.length && !amount?.value) {
    for (const drawer of document.querySelectorAll(".drawer[open]")) closeDrawer(drawer);
  }
  for (const input of chosen) input.checked = false;
  for (const none of document.querySelectorAll('.answer [type="radio"][value=""]')) none.checked = true;
  if (document.activeElement.closest("[data-keys-inside]")) document.activeElement.blur();
  if (amount) amount.value = "";
}

function onKey(event) {
  const { target } = event;
  const key = nameOf(event);
  if (!key || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.defaultPrevented || isElsewhere(target) || belongsTo(target, key)) return;
  if (key === "Escape") {
    clear();
    return;
  }
  const element = find(key, target);
  if (element) {
    event.preventDefault();
    // A key that is held down acts once.
    if (!event.repeat) press(element);
  } else if (/^\d$/.test(key)) {
    // The browser types the digit into the field that has just got the focus.
    document.getElementById("amount")?.focus();
  }
}

if (document.documentElement.dataset.keys !== "off") document.addEventListener("keydown", onKey);
