// Tapped cards go into the fields at once, without a new page for each. Without this file the
// deck is a row of buttons that the server answers.

const form = document.querySelector(".ask-form");
const CARD = /(10|[2-9tjqka])([cdhs♣♦♥♠])/gi;
const SUITS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

function say(text) {
  document.dispatchEvent(new CustomEvent("say", { detail: text }));
}

const places = () => [...form.querySelectorAll("[data-place]")];
const deck = () => [...form.querySelectorAll(".pick")];
const chosen = () => form.querySelector("[name=to]:checked")?.value;
const place = (key) => form.querySelector(`[data-place="${key}"]`);

function choose(key) {
  const radio = form.querySelector(`[name=to][value="${key}"]`);
  if (radio) radio.checked = true;
}

// What stands in a field, as the deck writes it; what cannot be read is for the server to say.
function held(field) {
  return [...field.value.matchAll(CARD)].map(([, rank, suit]) => {
    const letter = (SUITS[suit] ?? suit).toLowerCase();
    return (rank === "10" ? "T" : rank.toUpperCase()) + letter;
  });
}

function mini(button) {
  const card = document.createElement("i");
  const suit = [...button.classList].find((name) => name !== "pick");
  card.className = `mini ${suit}`;
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", button.getAttribute("aria-label"));
  const signs = { spade: "♠", heart: "♥", diamond: "♦", club: "♣" };
  card.textContent = button.querySelector("span").textContent + signs[suit];
  return card;
}

function draw() {
  const target = place(chosen());
  const used = new Set();
  for (const field of places()) {
    const cards = held(field);
    const shown = form.querySelector(`[data-shows="${field.dataset.place}"]`);
    const faces = cards.map((card) => deck().find((button) => button.value === card));
    shown.replaceChildren(...faces.filter(Boolean).map(mini));
    if (field !== target && field.dataset.group === target.dataset.group) continue;
    for (const card of cards) used.add(card);
  }
  const full = held(target).length >= Number(target.dataset.most);
  for (const button of deck()) button.disabled = full || used.has(button.value);
}

function nextOpen() {
  return places().find(
    (field) => !("aside" in field.dataset) && held(field).length < Number(field.dataset.usual),
  );
}

function tap(button) {
  const field = place(chosen());
  if (button.value === "back") {
    field.value = held(field).slice(0, -1).join(" ");
  } else {
    field.value = [field.value.trim(), button.value].filter(Boolean).join(" ");
    say(button.getAttribute("aria-label"));
  }
  const complete = held(field).length === Number(field.dataset.usual);
  if (button.value !== "back" && complete) choose(nextOpen()?.dataset.place ?? chosen());
  draw();
  // The button has just been switched off; the keyboard goes on from its neighbour.
  if (button.disabled) {
    const all = deck();
    const at = all.indexOf(button);
    [...all.slice(at), ...all.slice(0, at).reverse()].find((other) => !other.disabled)?.focus();
  }
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Only safe pages have a clipboard; the selection can be copied everywhere.
    document.execCommand("copy");
  }
  button.textContent = button.dataset.copied;
  say(button.dataset.copied);
}

if (form) {
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[name=add]");
    if (!button) return;
    event.preventDefault();
    tap(button);
  });
  form.addEventListener("focusin", ({ target }) => {
    if (!target.dataset.place) return;
    choose(target.dataset.place);
    draw();
  });
  form.addEventListener("input", draw);
  draw();
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
