// Shows the time since the question was first served, or what is left of the sitting's. The
// server keeps the time that counts.

let shown = null;
let startedAt = 0;
let left = null;

function text(ms) {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds >= 3600) parts.unshift(Math.floor(seconds / 3600));
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

// Said aloud once each: a minute left, ten seconds, the end.
function announce(before, now) {
  for (const time of document.querySelectorAll(".spoken-times [data-at-ms]")) {
    const at = Number(time.dataset.atMs);
    if (before > at && now <= at) {
      document.dispatchEvent(new CustomEvent("say", { detail: time.textContent }));
    }
  }
}

function tick() {
  if (!shown?.isConnected) return;
  const passed = performance.now() - startedAt;
  if (shown.dataset.leftMs === undefined) {
    shown.textContent = text(passed);
    return;
  }
  const now = Math.max(0, Number(shown.dataset.leftMs) - passed);
  announce(left, now);
  left = now;
  shown.textContent = text(now);
  shown.classList.toggle("over", now === 0);
}

function start() {
  const clock = document.querySelector("[data-elapsed-ms], [data-left-ms]");
  if (!clock || clock === shown) return;
  shown = clock;
  startedAt = performance.now() - Number(clock.dataset.elapsedMs ?? 0);
  left = Number(clock.dataset.leftMs ?? 0);
  tick();
}

document.addEventListener("htmx:afterSettle", start);
setInterval(tick, 250);
start();
