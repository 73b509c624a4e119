// The keys under the amount. Without this file the amount is an ordinary text field.

// On a touch screen the keypad stands in for the system's keyboard, which would cover the cards.
function prepare() {
  const amount = document.querySelector(".keypad") && document.getElementById("amount");
  if (amount && matchMedia("(pointer: coarse)").matches) amount.inputMode = "none";
}

// To type an amount is to pay.
function pay(form) {
  form.querySelector("[name=outcome][value=pay]").checked = true;
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-type]");
  if (!key) return;
  const amount = document.getElementById("amount");
  const typed = key.dataset.type;
  if (typed === "back") amount.value = amount.value.slice(0, -1);
  else if (amount.value.length < amount.maxLength) amount.value += typed;
  pay(key.form);
  document.dispatchEvent(new CustomEvent("say", { detail: amount.value }));
});

document.addEventListener("input", ({ target }) => {
  if (target.id === "amount" && target.value.trim()) pay(target.form);
});

document.addEventListener("htmx:afterSettle", prepare);
prepare();
