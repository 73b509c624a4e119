// For who has asked for it in the settings: after a right answer the next question comes by
// itself, unless anything is touched in the meantime.

const DELAY_MS = 1200;
const TOUCHES = ["keydown", "pointerdown", "focusin", "wheel", "visibilitychange"];
let waiting = null;

function stop() {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  waiting.button.classList.remove("going-on");
  waiting = null;
  for (const touch of TOUCHES) document.removeEventListener(touch, stop, true);
}

function start() {
  stop();
  const button = document.querySelector(".verdict.right [data-key=Space]");
  if (!button) return;
  button.classList.add("going-on");
  for (const touch of TOUCHES) document.addEventListener(touch, stop, true);
  const timer = setTimeout(() => {
    stop();
    button.click();
  }, DELAY_MS);
  waiting = { button, timer };
}

// After announce.js, whose moving of the focus is no touch.
if (document.documentElement.dataset.goOn === "on") {
  document.addEventListener("htmx:afterSettle", start);
}
