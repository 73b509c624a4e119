// Keys: an element says with `data-key` which keys stand for it. Letters and digits go by their
// place on the keyboard, because other layouts have other letters there; signs by what they are.
// Where digits mean something else inside a group, it says so with `data-keys-inside`.

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
const SIGNS = new Set(["+", "=", "-", "?", "Enter", "Escape", ...ARROWS]);
const IN_TEXT = new Set(["+", "=", "-", "Escape"]);

function nameOf(event) {
  if (SIGNS.has(event.key)) return event.key;
  if (event.code === "Space" || /^Key[A-FJKQRT]$/.test(event.code)) return event.code;
  return event.shiftKey ? "" : (/^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? "");
}

// Keys are for the question; the header and other forms keep theirs.
function isElsewhere(target) {
  return target !== document.body && !target.closest("#table");
}

const FIELD = "[data-amount], [data-count]";

// No amount has a letter, so that those of the boxes mean the same inside of it.
function opensBox(key) {
  return document.querySelector(`#table [data-open][data-key="${key}"]`);
}

// Keys that the focused control understands by itself: it alone acts on them.
function belongsTo(target, key) {
  if (target.matches("input[type=text]")) return !IN_TEXT.has(key) && !opensBox(key);
  if (target.matches("select")) return key !== "Escape" && key !== "Enter";
  if (key === "Space" || key === "Enter") return target.closest("a, button, summary, input, label");
  return key.startsWith("Arrow") && target.closest("input");
}

// A key leads on to a group while it alone is left open.
function leadsOn(group) {
  return group.form.querySelector(":checked") && !group.querySelector(":checked");
}

// In a group with keys of its own those come first, and outside of it they mean nothing. Of rows
// with the same keys one is current, wherever the focus is.
function find(key, target) {
  const group = (element) => element.closest("[data-keys-inside]");
  const keyed = [...document.querySelectorAll(`#table [data-key~="${key}"]:not(:disabled)`)];
  const all = keyed.filter((element) => !element.matches("[data-leads]") || leadsOn(element));
  const here = group(target) ?? document.querySelector("#table .answer .current[data-keys-inside]");
  const inside = here && all.find((element) => group(element) === here);
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
  element.closest("[data-row]")?.querySelector(FIELD)?.focus();
  if (element.dataset.then) element.form.querySelector(element.dataset.then).focus();
}

// The field of the current row, or the only one.
function field() {
  const form = document.querySelector("#table .answer");
  const shown = () => [...(form?.querySelectorAll(FIELD) ?? [])].find(isShown);
  return form?.querySelector(`.current :is(${FIELD})`) ?? shown();
}

function isOpen(row) {
  const chosen = row.querySelector("[type=radio]:checked");
  const empty = !row.querySelector(FIELD).value.trim();
  return row.querySelector("[type=radio]") && chosen?.value !== "pay" ? !chosen : empty;
}

function isShown(row) {
  return row.getClientRects().length > 0;
}

// Arrows lead from row to row. Where several wagers are settled “Enter” does so too, then to what
// has been left out; at the end it answers. From the end of a box it leads to the choice of the
// next one, as long as any is left.
function otherRow(target, key) {
  const all = [...document.querySelectorAll("#table .answer [data-row]")];
  const rows = all.filter(isShown);
  const at = rows.indexOf(target.closest("[data-row]"));
  if (key === "ArrowUp") return rows[at - 1];
  if (key === "ArrowDown") return at < 0 ? undefined : rows[at + 1];
  if (key !== "Enter" || !document.querySelector("#table .answer [data-rows]")) return undefined;
  if (target.closest("button, a, summary")) return undefined;
  const next = at < 0 ? undefined : rows[at + 1];
  const boxes = document.querySelector("#table .answer .tabbed [data-boxes]");
  if (boxes && !next?.closest("[data-box]")) {
    const left = all.filter((row) => row.closest("[data-box]") && isOpen(row));
    if (left.length) return left.find(isShown) ?? boxes;
  }
  return next ?? rows.find(isOpen);
}

// What has been answered so far, and then what lies open.
function clear() {
  const all = [...(document.querySelector("#table .answer")?.elements ?? [])];
  const chosen = all.filter((input) => input.matches(':checked:is(input):not([value=""])'));
  const typed = all.filter((input) => input.matches("[type=text], select") && input.value);
  if (!chosen.length && !typed.length) {
    for (const drawer of document.querySelectorAll(".drawer[open]")) closeDrawer(drawer);
  }
  for (const input of chosen) input.checked = false;
  for (const input of typed) input.value = "";
  for (const button of all) if (button.matches("[data-share]")) button.ariaPressed = "false";
  for (const none of document.querySelectorAll('.answer [type="radio"][value=""]')) none.checked = true;
  if (document.activeElement.closest("[data-keys-inside]")) document.activeElement.blur();
  document.dispatchEvent(new CustomEvent("cleared"));
}

function onKey(event) {
  const { target } = event;
  const key = nameOf(event);
  if (!key || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.defaultPrevented || isElsewhere(target)) return;
  const row = key.startsWith("Arrow") && !target.matches("input[type=text]") ? null : otherRow(target, key);
  if (row) {
    event.preventDefault();
    if (!event.repeat) (row.querySelector(FIELD) ?? row).focus();
    return;
  }
  if (belongsTo(target, key)) return;
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
    field()?.focus();
  }
}

if (document.documentElement.dataset.keys !== "off") document.addEventListener("keydown", onKey);
