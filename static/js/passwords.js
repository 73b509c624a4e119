// Passwords can be read while they are typed. Without this file they are dots, and can be pasted.

for (const label of document.querySelectorAll("[data-show-passwords]")) {
  const form = label.closest("form");
  const box = label.querySelector("input");
  const fields = form.querySelectorAll("input[type=password]");
  const show = () => {
    for (const field of fields) field.type = box.checked ? "text" : "password";
  };
  // What a browser keeps of text fields must not have seen them.
  form.addEventListener("submit", () => {
    box.checked = false;
    show();
  });
  box.addEventListener("change", show);
  label.hidden = false;
}
