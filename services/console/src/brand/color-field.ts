import { createElement } from "../elements.ts";
import { showFieldError } from "../card-form/notes.ts";

/** A form field for a color that may be empty. */
export interface ColorField {
  element: HTMLElement;
  /**
   * Returns the color as `#rrggbb`; undefined if the field is empty.
   * @throws Error if the text is not a color
   */
  read: () => string | undefined;
  /** Replaces the color. */
  show: (color: string | undefined) => void;
  /** Shows the color that is used while the field is empty. */
  showDerived: (color: string | undefined) => void;
}

/** Creates a field: a text for the color, beside a swatch that opens the browser's color picker. */
export function createColorField({
  id,
  label,
  hint,
  onChange,
}: {
  id: string;
  label: string;
  hint: string;
  onChange: () => void;
}): ColorField {
  const hintId = `${id}-hint`;
  const errorId = `${id}-field-error`;
  const text = createElement("input", {
    id,
    autocomplete: "off",
    spellcheck: false,
    maxLength: 7,
    "aria-describedby": `${hintId} ${errorId}`,
  });
  const picker = createElement("input", { type: "color", "aria-label": `Pick: ${label}` });
  const error = createElement("p", { id: errorId, className: "field-error" });
  let derived: string | undefined;

  function update() {
    const color = parseColor(text.value);
    const message = color === null ? "Enter a color as #rrggbb." : "";
    text.setCustomValidity(message); // so that the form is not submitted
    showFieldError(text, error, message);
    text.placeholder = derived ?? "None";
    picker.value = color ?? derived ?? "#ffffff";
    picker.classList.toggle("unset", !color && derived === undefined);
  }
  text.addEventListener("input", () => {
    update();
    onChange();
  });
  picker.addEventListener("input", () => {
    text.value = picker.value;
    update();
    onChange();
  });
  update();

  return {
    element: createElement(
      "div",
      { className: "field color-field" },
      createElement("label", { htmlFor: id }, label),
      createElement("div", { className: "color-inputs" }, picker, text),
      createElement("p", { id: hintId, className: "hint" }, hint),
      error,
    ),
    read() {
      const color = parseColor(text.value);
      if (color === null) throw new Error(`${label}: enter a color as #rrggbb.`);
      return color;
    },
    show(color) {
      text.value = color ?? "";
      update();
    },
    showDerived(color) {
      derived = color;
      update();
    },
  };
}

/**
 * Parses `#rrggbb` or `#rgb`, with or without the number sign.
 * @returns undefined for an empty text; null if it is not a color
 */
export function parseColor(text: string): string | undefined | null {
  const digits = text.trim().replace(/^#/, "").toLowerCase();
  if (digits === "") return text.trim() === "" ? undefined : null;
  if (/^[\da-f]{3}$/.test(digits)) return `#${digits.replaceAll(/./g, "$&$&")}`;
  return /^[\da-f]{6}$/.test(digits) ? `#${digits}` : null;
}
