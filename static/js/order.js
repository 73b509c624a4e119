// Hands put in order by tapping them or by their keys: each gets the next place, or none again.
// After “=” one gets the place of the last. Without this file places are chosen from lists.

function placesOf(form) {
  return [...form.querySelectorAll(".places select")];
}

function isSharing(form) {
  return form.querySelector("[data-share]").ariaPressed === "true";
}

function share(form, on) {
  form.querySelector("[data-share]").ariaPressed = String(on);
}

// The places that are left stand without a gap.
function closeGaps(places) {
  const taken = [...new Set(places.map((place) => Number(place.value)).filter(Boolean))].sort();
  for (const place of places) {
    if (place.value) place.value = String(taken.indexOf(Number(place.value)) + 1);
  }
}

function put(button) {
  const places = placesOf(button.form);
  const place = button.form.elements[button.dataset.place];
  if (place.value) {
    place.value = "";
    closeGaps(places);
  } else {
    const last = Math.max(0, ...places.map((other) => Number(other.value)));
    place.value = String(last && isSharing(button.form) ? last : last + 1);
  }
  share(button.form, false);
  const said = `${button.querySelector("span").textContent}: ${place.value || "–"}`;
  document.dispatchEvent(new CustomEvent("say", { detail: said }));
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-place], [data-share]");
  if (!button) return;
  if (button.dataset.place) put(button);
  else share(button.form, !isSharing(button.form));
});
