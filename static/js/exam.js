// The clock of an exam. The server’s counts: what is left comes with every page, is asked for
// again every minute, in a pause every five seconds, and whenever the page is looked at again, and
// never from this device’s time of day. In a pause the question is covered. Without this file the
// page shows what was left when it came.

const ASK_AGAIN_MS = 60_000;
const ASK_IN_PAUSE_MS = 5_000;
let clock = null;
let left = 0;
let readAt = 0;
let said = Infinity;
let frozen = false;

function text(ms) {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds >= 3600) parts.unshift(Math.floor(seconds / 3600));
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

function say(detail) {
  document.dispatchEvent(new CustomEvent("say", { detail }));
}

// Once a minute, every ten seconds in the last minute, each second in the last ten.
function step(seconds) {
  if (seconds > 60) return 60;
  return seconds > 10 ? 10 : 1;
}

function announce(seconds) {
  if (seconds >= said) return;
  const due = seconds === 0 || seconds % step(seconds) === 0;
  if (!due) return;
  said = seconds;
  say(seconds ? `${clock.dataset.say} ${text(seconds * 1000)}` : clock.dataset.up);
}

function tick() {
  if (!clock?.isConnected || frozen || clock.dataset.paused !== undefined) return;
  const now = Math.max(0, left - (performance.now() - readAt));
  clock.querySelector(".shown").textContent = text(now);
  clock.classList.toggle("over", now === 0);
  announce(Math.ceil(now / 1000));
}

function take(ms) {
  left = ms;
  readAt = performance.now();
}

async function ask() {
  if (!clock?.isConnected) return;
  const asked = clock;
  const response = await fetch(asked.dataset.clock, { headers: { Accept: "application/json" } });
  if (!response.ok || response.redirected) return;
  const told = await response.json();
  // In a pause, and at its end, the page is another one; typed answers are not thrown away.
  const changed = told.paused !== (asked.dataset.paused !== undefined) || told.over;
  if (changed && !document.querySelector(".answer")) location.reload();
  if (asked !== clock) return;
  frozen = told.paused;
  cover();
  take(told.left);
}

// What was typed stays where it is, under the cover.
function cover() {
  const note = document.querySelector(".exam-stopped");
  if (!note || note.hidden === !frozen) return;
  note.hidden = !frozen;
  document.querySelector("#table .practice").hidden = frozen;
  if (frozen) say(note.textContent);
}

function start() {
  const found = document.querySelector(".exam-clock");
  if (!found || found === clock) return;
  clock = found;
  frozen = false;
  if (clock.dataset.paused !== undefined) return;
  take(Number(clock.dataset.left));
  // What the page said when it came is not said again.
  if (said === Infinity) said = Math.ceil(left / 1000);
  tick();
}

function asking() {
  ask().catch(() => {});
}

document.addEventListener("htmx:afterSettle", start);
document.addEventListener("visibilitychange", () => document.hidden || asking());
addEventListener("online", asking);
setInterval(tick, 250);
setInterval(asking, ASK_AGAIN_MS);
setInterval(() => {
  if (frozen || clock?.dataset.paused !== undefined) asking();
}, ASK_IN_PAUSE_MS);
start();
