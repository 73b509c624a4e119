// The keys under the amount. Without this file the amount is an ordinary text field.

function reveal() {
  const keypad = document.querySelector(".keypad[hidden]");
  if (!keypad) return;
  keypad.hidden = false;
  // On a phone the keypad stands in for the keyboard, which would cover the cards.
  if (matchMedia("(pointer: coarse)").matches) {
    document.getElementById("amount").inputMode = "none";
  }
}

// To type an amount is to pay.
function pay(form) {
  form.querySelector("[name=outcome][value=pay]").checked = true;
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-type]");
  if (!key) return;
  const amount = document.getElementById("amount");
  const typed = key.dataset.type;
  if (typed === "back") amount.value = amount.value.slice(0, -1);
  else if (amount.value.length < amount.maxLength) amount.value += typed;
  pay(key.form);
});

document.addEventListener("input", (event) => {
  if (event.target.id === "amount" && event.target.value.trim()) pay(event.target.form);
});

document.addEventListener("htmx:afterSettle", reveal);
reveal();
