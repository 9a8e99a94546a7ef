// When something was done or said, in the time of whoever reads it; today's without the day.
import { always } from "./page.js";

const { lang } = document.documentElement;
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const today = new Intl.DateTimeFormat(lang, clock);
const earlier = new Intl.DateTimeFormat(lang, { ...clock, day: "numeric", month: "short" });
const whole = new Intl.DateTimeFormat(lang, { dateStyle: "full", timeStyle: "short" });

always(() => {
  for (const time of document.querySelectorAll("#log time:not([title])")) {
    const at = new Date(time.dateTime);
    const short = at.toDateString() === new Date().toDateString() ? today : earlier;
    time.textContent = short.format(at);
    time.title = whole.format(at);
  }
});
