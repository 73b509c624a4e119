// The keys under the amounts, and the buttons beside a number of chips. Without this file the
// fields are ordinary text fields.

// On a touch screen the keypad stands in for the system's keyboard, which would cover the cards.
function prepare() {
  if (!document.querySelector(".keypad") || !matchMedia("(pointer: coarse)").matches) return;
  for (const amount of document.querySelectorAll("[data-amount]")) amount.inputMode = "none";
}

// To type an amount is to pay.
function pay(amount) {
  const paid = amount.closest("[data-row]")?.querySelector("[type=radio][value=pay]");
  if (paid) paid.checked = true;
}

// Of several rows the one that was touched last is current: the keypad types into it.
function makeCurrent(row) {
  row.closest("form").querySelector(".current")?.classList.remove("current");
  row.classList.add("current");
}

function currentAmount(form) {
  const amounts = [...form.querySelectorAll("[data-amount]")];
  const shown = amounts.find((amount) => amount.getClientRects().length);
  return form.querySelector(".current [data-amount]") ?? shown;
}

function say(text) {
  document.dispatchEvent(new CustomEvent("say", { detail: text }));
}

function type(key) {
  const amount = currentAmount(key.form);
  const typed = key.dataset.type;
  if (typed === "back") amount.value = amount.value.slice(0, -1);
  else if (amount.value.length < amount.maxLength) amount.value += typed;
  pay(amount);
  say(amount.value);
}

// One chip more or fewer.
function step(button) {
  const count = button.closest("[data-row]").querySelector("[data-count]");
  const chips = Math.max(0, (Number.parseInt(count.value, 10) || 0) + Number(button.dataset.step));
  count.value = chips || "";
  say(String(chips));
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-type], [data-step]");
  if (!button) return;
  if (button.dataset.type) type(button);
  else step(button);
});

document.addEventListener("focusin", ({ target }) => {
  const row = target.closest(".answer [data-row]");
  if (row && !row.classList.contains("current")) makeCurrent(row);
});

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-amount]") && target.value.trim()) pay(target);
});

document.addEventListener("htmx:afterSettle", prepare);
prepare();
