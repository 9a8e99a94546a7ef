// The forms of the panel: steps beside numbers.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const input = button.parentElement.querySelector("input[type=number]");
  const [low, high] = [Number(input.min), Number(input.max)];
  const ends = { min: low, max: high };
  const { step } = button.dataset;
  const value = ends[step] ?? (Number(input.value) || low) + Number(step);
  input.value = Math.min(high, Math.max(low, value));
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

// Of the companies that can be started or sold, one is open at a time.
document.addEventListener(
  "toggle",
  (event) => {
    const card = event.target;
    if (!card.matches?.("details.picks") || !card.open) return;
    for (const other of card.parentElement.querySelectorAll("details.picks[open]")) {
      if (other !== card) other.open = false;
    }
  },
  true,
);

// What was said has been sent: empty the field.
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.target.id === "say" && event.detail.successful) event.target.reset();
});
