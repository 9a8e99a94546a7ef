// Pan and zoom of the map by changing what part of the drawing is shown (its viewBox).

export class View {
  constructor(viewport) {
    this.viewport = viewport;
    this.whole = null;
    this.shown = null;
  }

  get svg() {
    return this.viewport.querySelector("svg");
  }

  /** Take up a new drawing; what was shown before stays in sight. */
  adopt() {
    const svg = this.svg;
    if (!svg || svg === this.known) return;
    this.known = svg;
    const box = svg.viewBox.baseVal;
    this.original = svg.getAttribute("viewBox");
    this.whole = { x: box.x, y: box.y, width: box.width, height: box.height };
    if (this.shown) this.apply();
  }

  /** The scale: drawing units per pixel. */
  get unit() {
    const shown = this.shown ?? this.whole;
    const { clientWidth, clientHeight } = this.viewport;
    return Math.max(shown.width / clientWidth, shown.height / clientHeight);
  }

  /** Translate a point of the screen into one of the drawing. */
  point(clientX, clientY) {
    const rect = this.viewport.getBoundingClientRect();
    const shown = this.shown ?? this.whole;
    return {
      x: shown.x + shown.width / 2 + (clientX - rect.left - rect.width / 2) * this.unit,
      y: shown.y + shown.height / 2 + (clientY - rect.top - rect.height / 2) * this.unit,
    };
  }

  zoom(factor, at = null) {
    const shown = this.shown ?? this.whole;
    const width = Math.min(this.whole.width, Math.max(this.whole.width / 8, shown.width / factor));
    const scale = width / shown.width;
    const fixed = at ?? { x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 };
    this.shown = {
      x: fixed.x - (fixed.x - shown.x) * scale,
      y: fixed.y - (fixed.y - shown.y) * scale,
      width,
      height: shown.height * scale,
    };
    this.apply();
  }

  pan(dx, dy) {
    const shown = this.shown ?? this.whole;
    this.shown = { ...shown, x: shown.x + dx, y: shown.y + dy };
    this.apply();
  }

  showAll() {
    this.shown = null;
    this.apply();
  }

  /** Bring a point of the drawing into sight. */
  reveal(x, y) {
    if (!this.shown) return;
    const { shown } = this;
    const inside = x > shown.x && x < shown.x + shown.width && y > shown.y && y < shown.y + shown.height;
    if (inside) return;
    this.shown = { ...shown, x: x - shown.width / 2, y: y - shown.height / 2 };
    this.apply();
  }

  /** Put a point into the middle and show at most so much of the map around it. */
  centre(at, width) {
    const shown = this.shown ?? this.whole;
    const scale = Math.min(1, width / shown.width);
    const [wide, high] = [shown.width * scale, shown.height * scale];
    this.shown = { x: at.x - wide / 2, y: at.y - high / 2, width: wide, height: high };
    this.apply();
  }

  apply() {
    const { whole, shown } = this;
    // What is whole need not be moved: a finger moves the page.
    this.viewport.classList.toggle("zoomed", Boolean(shown));
    if (!shown) {
      this.svg.setAttribute("viewBox", this.original);
      return;
    }
    // Half of the view always shows some of the map.
    const limit = (value, low, size, part) =>
      Math.min(low + size - part / 2, Math.max(low - part / 2, value));
    shown.x = limit(shown.x, whole.x, whole.width, shown.width);
    shown.y = limit(shown.y, whole.y, whole.height, shown.height);
    this.svg.setAttribute("viewBox", `${shown.x} ${shown.y} ${shown.width} ${shown.height}`);
  }
}
