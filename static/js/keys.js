// Keys: an element says with `data-key` which key stands for it. Letters and digits go by their
// place on the keyboard, because other layouts have other letters there; signs by what they are.

const SWITCH = "croupier.keys";
const SIGNS = new Set(["+", "=", "-", "?", "ArrowLeft", "ArrowRight", "Enter", "Escape"]);
const IN_TEXT = new Set(["+", "=", "-", "Escape"]);

function switchedOff() {
  try {
    return localStorage.getItem(SWITCH) === "off";
  } catch {
    return false;
  }
}

function nameOf(event) {
  if (SIGNS.has(event.key)) return event.key;
  if (event.code === "Space" || event.code === "KeyR") return event.code;
  return event.shiftKey ? "" : (/^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? "");
}

// Keys that the focused control understands by itself.
function belongsTo(target, key) {
  if (key === "Space" || key === "Enter") return target.closest("a, button, summary, input, label");
  return key.startsWith("Arrow") && target.closest("input");
}

function press(element) {
  if (element instanceof HTMLDetailsElement) {
    element.open = !element.open;
    element.querySelector("summary").focus();
    return;
  }
  element.click();
  if (element.name === "outcome") element.form.querySelector("#amount").focus();
}

function clear() {
  const chosen = document.querySelectorAll(".answer input:checked");
  const amount = document.getElementById("amount");
  if (!chosen.length && !amount?.value) {
    for (const drawer of document.querySelectorAll(".drawer[open]")) drawer.open = false;
  }
  for (const input of chosen) input.checked = false;
  if (amount) amount.value = "";
}

document.addEventListener("keydown", (event) => {
  if (switchedOff() || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const key = nameOf(event);
  const inText = event.target.matches("input[type=text]");
  if (!key || event.repeat || (inText && !IN_TEXT.has(key)) || belongsTo(event.target, key)) return;
  if (key === "Escape") {
    clear();
    return;
  }
  const table = document.getElementById("table");
  const element = table?.querySelector(`[data-key="${key}"]:not(:disabled)`);
  if (element && !element.closest("fieldset:disabled")) {
    event.preventDefault();
    press(element);
  } else if (/^\d$/.test(key)) {
    // The browser types the digit into the field that has just got the focus.
    document.getElementById("amount")?.focus();
  }
});

function prepare() {
  document.documentElement.classList.toggle("keys-off", switchedOff());
  for (const drawer of document.querySelectorAll(".drawer[data-key='?']")) drawer.hidden = false;
  for (const box of document.querySelectorAll("[data-keys-switch]")) box.checked = !switchedOff();
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-keys-switch]")) return;
  try {
    localStorage.setItem(SWITCH, event.target.checked ? "on" : "off");
  } catch {
    // Without storage the keys stay as they are.
  }
  prepare();
});

document.addEventListener("htmx:afterSettle", prepare);
prepare();
