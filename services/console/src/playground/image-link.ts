import type { GeneratedImage } from "@placard/client";
import { onClick } from "../actions.ts";
import type { RenderedCard } from "../card-form/preview-frame.ts";
import { dataUrlOf } from "../data-url.ts";
import { copyOnClick } from "../clipboard.ts";
import { createElement } from "../elements.ts";

/** Below the preview: creates the image with its URL, and downloads the preview. */
export interface ImageLink {
  element: HTMLElement;
  /** Offers the preview as a download. */
  showCard: (card: RenderedCard, fileName: string) => void;
  /** Shows the URL of an image; undefined if the card has changed since. */
  showImage: (image: GeneratedImage | undefined) => void;
}

/** @param create stores the card as an image */
export function createImageLink(create: () => Promise<void>): ImageLink {
  const createButton = createElement("button", { type: "button" }, "Create image URL");
  const stored = createElement(
    "p",
    { className: "hint" },
    "The image is in your ",
    createElement("a", { href: "#/images" }, "images"),
    ".",
  );
  const hint = createElement(
    "p",
    { className: "hint" },
    "The preview is not stored. Create the image to get a URL that keeps working.",
  );
  const url = createElement("input", { id: "image-url", readOnly: true, "aria-label": "Image URL" });
  const copy = createElement("button", { type: "button" }, "Copy URL");
  const open = createElement(
    "a",
    { className: "button secondary", target: "_blank", rel: "noopener" },
    "Open",
  );
  const download = createElement("a", { className: "button secondary", hidden: true }, "Download");
  const created = createElement("div", { className: "buttons" }, copy, open);
  const element = createElement("div", { className: "image-link" });
  element.append(
    url,
    createElement("div", { className: "buttons" }, createButton, created, download),
    hint,
    stored,
  );
  url.addEventListener("focus", () => url.select());
  copyOnClick(copy, () => url.value, "image URL");
  onClick(createButton, async () => {
    await create();
    if (!created.hidden) copy.focus();
  });

  function showImage(image: GeneratedImage | undefined) {
    const isCreated = image !== undefined;
    url.hidden = created.hidden = stored.hidden = !isCreated;
    createButton.hidden = hint.hidden = isCreated;
    if (!image) return;
    url.value = image.url;
    open.href = image.url;
  }
  showImage(undefined);

  return {
    element,
    showImage,
    showCard(card, fileName) {
      Object.assign(download, { href: dataUrlOf(card), download: fileName, hidden: false });
    },
  };
}
