import type { BrandSettings } from "@placard/client";
import { dataUrlOf } from "../data-url.ts";
import { createElement, getElement } from "../elements.ts";
import { describeError } from "../message.ts";
import { accountWithoutDialogs } from "../session.ts";
import { loadSample } from "../templates/load-sample.ts";

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

/** Creates the list of cards. Without a brand, it shows the samples of the front page. */
export function createBrandPreviews(): BrandPreviews {
  const status = createElement("div", { className: "preview-status", role: "status", "aria-live": "polite" });
  const figures = templates.map(([id, name]) => {
    const image = createElement("img", {
      width: 1200,
      height: 630,
      alt: `${name} card in your brand`,
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
  showSamples();
  let current: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function renderNow(brand: BrandSettings) {
    const { signal } = (current = new AbortController());
    element.ariaBusy = "true";
    try {
      await Promise.all(
        figures.map(async ({ id, image, warnings }) => {
          const request = { template: id, data: await loadSample(id), brand };
          const { data } = await accountWithoutDialogs.previewTemplate(request, { signal });
          image.src = dataUrlOf(data);
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

  function showSamples() {
    for (const { id, image, warnings } of figures) {
      image.src = getElement(`sample-${id}`, HTMLImageElement).src;
      warnings.replaceChildren();
    }
    status.replaceChildren();
    element.ariaBusy = "false";
  }

  function cancel() {
    clearTimeout(timer);
    current?.abort();
  }

  return {
    element,
    render(brand) {
      cancel();
      if (Object.keys(brand).length === 0) showSamples();
      else timer = setTimeout(() => void renderNow(brand), debounceMs);
    },
    clear() {
      cancel();
      showSamples();
    },
  };
}
