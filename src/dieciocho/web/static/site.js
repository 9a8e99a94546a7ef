// What every page shares; each part does nothing where its elements are missing.

// Menus close with Escape or a click elsewhere.
for (const menu of document.querySelectorAll("details.menu")) {
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

// A button that copies the text of a field: <button data-copy="#link" data-done="Copied">.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.querySelector(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // without a secure connection
  }
  button.textContent = button.dataset.done;
});

// The form of a new table: rows of seats that are not needed are hidden and not sent.
const count = document.querySelector("[data-seat-count]");
if (count) {
  const show = () => {
    for (const row of document.querySelectorAll("[data-seat]")) {
      const used = Number(row.dataset.seat) < Number(count.value);
      row.hidden = !used;
      for (const field of row.querySelectorAll("input, select")) field.disabled = !used;
    }
  };
  count.addEventListener("change", show);
  show();
}

// Who takes an open seat brings a name along.
for (const who of document.querySelectorAll("[data-who]")) {
  const name = document.getElementById(who.dataset.who);
  const show = () => {
    name.closest(".seat-name").hidden = who.value === "open";
  };
  who.addEventListener("change", show);
  show();
}

// A part that belongs to certain choices only: <div data-show-for="players=1 2">.
for (const part of document.querySelectorAll("[data-show-for]")) {
  const [name, values] = part.dataset.showFor.split("=");
  const choices = [...document.querySelectorAll(`[name="${name}"]`)];
  const show = () => {
    const chosen = choices.find((choice) => choice.type !== "radio" || choice.checked);
    part.hidden = !values.split(" ").includes(chosen?.value);
  };
  for (const choice of choices) choice.addEventListener("change", show);
  show();
}

// A form with data-once is sent once, however often its button is pressed.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-once]");
  if (!form) return;
  if (form.dataset.once === "sent") event.preventDefault();
  form.dataset.once = "sent";
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-once]")) form.dataset.once = "";
});

// A time zone that was never chosen is the one of this machine.
for (const field of document.querySelectorAll("select[data-zone=guess]")) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...field.options].some((option) => option.value === here)) field.value = here;
}
