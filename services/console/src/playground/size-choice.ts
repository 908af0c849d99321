import { sizes } from "../card-form/output-fields.ts";
import { createElement } from "../elements.ts";

/** A size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The choice of the sizes for which a page has tags. */
export interface SizeChoice {
  element: HTMLElement;
  /** Leaves out the size of the card, which always has tags. */
  showCard: (card: Size) => void;
  /** The selected sizes, without that of the card. */
  read: () => Size[];
}

/** Creates the choice. Nothing is selected at first. */
export function createSizeChoice(onChange: () => void): SizeChoice {
  const choices = sizes.map(([name, width, height]) => {
    const input = createElement("input", { type: "checkbox" });
    const text = createElement("span", {}, `${name} ${width} × ${height}`);
    return { width, height, input, label: createElement("label", { className: "checkbox" }, input, text) };
  });
  const element = createElement(
    "fieldset",
    { className: "size-choice" },
    createElement("legend", {}, "Also create"),
    ...choices.map(({ label }) => label),
  );
  element.addEventListener("change", onChange);
  return {
    element,
    showCard(card) {
      for (const { width, height, label } of choices)
        label.hidden = width === card.width && height === card.height;
    },
    read() {
      return choices.flatMap(({ width, height, input, label }) =>
        input.checked && !label.hidden ? [{ width, height }] : [],
      );
    },
  };
}
