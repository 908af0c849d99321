import { createElement } from "../../elements.ts";

/** Two images of the same size, on top of each other. */
export interface CompareSlider {
  element: HTMLElement;
  /** Shows two images, given as data URLs. */
  show: (before: string, after: string) => void;
}

/** Creates the comparison: a slider moves the border between the images. */
export function createCompareSlider(beforeLabel: string, afterLabel: string): CompareSlider {
  const before = createElement("img", { alt: beforeLabel });
  const after = createElement("img", { alt: afterLabel, className: "after" });
  const line = createElement("div", { className: "compare-line", ariaHidden: "true" });
  const range = createElement("input", {
    type: "range",
    min: "0",
    max: "100",
    value: "50",
    "aria-label": `Border between “${beforeLabel}” and “${afterLabel}”`,
  });
  function update() {
    const share = `${range.value}%`;
    after.style.clipPath = `inset(0 0 0 ${share})`;
    line.style.left = share;
  }
  range.addEventListener("input", update);
  update();
  return {
    element: createElement(
      "div",
      { className: "compare" },
      createElement("div", { className: "compare-images" }, before, after, line),
      range,
      createElement(
        "div",
        { className: "compare-labels hint", ariaHidden: "true" },
        createElement("span", {}, beforeLabel),
        createElement("span", {}, afterLabel),
      ),
    ),
    show(beforeUrl, afterUrl) {
      before.src = beforeUrl;
      after.src = afterUrl;
    },
  };
}
