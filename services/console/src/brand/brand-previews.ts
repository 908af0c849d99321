import type { BrandSettings } from "@placard/client";
import { createElement } from "../elements.ts";
import { describeError } from "../message.ts";
import { examples } from "../playground/examples.ts";
import { accountWithoutDialogs } from "../session.ts";

/** Pause after the last change before the cards are rendered. */
const debounceMs = 400;

const templates = [
  ["blog", "Blog post"],
  ["product", "Product"],
  ["event", "Event"],
] as const;

/** The cards of the built-in templates in a brand. */
export interface BrandPreviews {
  element: HTMLElement;
  /** Renders the cards soon, and cancels the requests before. */
  render: (brand: BrandSettings) => void;
  /** Removes the cards. */
  clear: () => void;
}

/** Creates the list of cards. */
export function createBrandPreviews(): BrandPreviews {
  const status = createElement("div", { className: "preview-status", role: "status", "aria-live": "polite" });
  const figures = templates.map(([id, name]) => {
    const image = createElement("img", {
      width: 1200,
      height: 630,
      alt: `${name} card in your brand`,
      hidden: true,
    });
    const warnings = createElement("ul", { className: "warnings", "aria-label": `Warnings: ${name}` });
    const figure = createElement(
      "figure",
      {},
      createElement("div", { className: "card-frame" }, image),
      createElement("figcaption", {}, name),
      warnings,
    );
    return { id, image, figure, warnings };
  });
  const element = createElement(
    "div",
    { className: "brand-previews" },
    ...figures.map(({ figure }) => figure),
    status,
  );
  let current: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function renderNow(brand: BrandSettings) {
    current?.abort();
    const { signal } = (current = new AbortController());
    element.ariaBusy = "true";
    try {
      await Promise.all(
        figures.map(async ({ id, image, warnings }) => {
          const request = { template: id, data: examples[id] ?? {}, brand };
          const { data } = await accountWithoutDialogs.previewTemplate(request, { signal });
          image.src = `data:image/${data.format};base64,${data.image}`;
          image.hidden = false;
          warnings.replaceChildren(...data.warnings.map(({ message }) => createElement("li", {}, message)));
        }),
      );
      status.replaceChildren();
    } catch (error) {
      if (signal.aborted) return;
      current.abort();
      status.replaceChildren(...describeError(error));
    }
    element.ariaBusy = "false";
  }

  return {
    element,
    render(brand) {
      clearTimeout(timer);
      timer = setTimeout(() => void renderNow(brand), debounceMs);
    },
    clear() {
      clearTimeout(timer);
      current?.abort();
      for (const { image, warnings } of figures) {
        image.hidden = true;
        image.removeAttribute("src");
        warnings.replaceChildren();
      }
      status.replaceChildren();
    },
  };
}
