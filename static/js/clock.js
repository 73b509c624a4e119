// Shows the time since the question was first served. The server keeps the time that counts.

let shown = null;
let startedAt = 0;

function tick() {
  if (!shown?.isConnected) return;
  const seconds = Math.floor((performance.now() - startedAt) / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds >= 3600) parts.unshift(Math.floor(seconds / 3600));
  shown.textContent = parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

function start() {
  const clock = document.querySelector("[data-elapsed-ms]");
  if (!clock || clock === shown) return;
  shown = clock;
  startedAt = performance.now() - Number(clock.dataset.elapsedMs);
  tick();
}

document.addEventListener("htmx:afterSettle", start);
setInterval(tick, 250);
start();
