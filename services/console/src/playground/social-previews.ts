import type { RenderedCard } from "../card-form/preview-frame.ts";
import { dataUrlOf } from "../data-url.ts";
import { createElement } from "../elements.ts";
import { createLinkPreview, serviceNames } from "../link-previews/link-preview.ts";
import type { PageText } from "./page-text.ts";

const domain = "example.com";
const address = `https://${domain}/`;

/** A card as social networks and messengers show it. */
export function createSocialPreviews() {
  const list = createElement("div", { className: "social-previews" });
  const element = createElement("section", { "aria-labelledby": "social-previews-title" });
  element.append(
    createElement("h2", { id: "social-previews-title" }, "Link previews"),
    createElement(
      "p",
      { className: "hint" },
      "Approximate: each service crops images to about 1.91:1 and may change its layout.",
    ),
    list,
  );
  return {
    element,
    show(card: RenderedCard, text: PageText) {
      const figures = serviceNames.map((name) => {
        // Decorative: the main preview has the alternative text.
        const image = createElement("img", { src: dataUrlOf(card), alt: "" });
        return createLinkPreview(name, { kind: "large", image, domain, address, ...text });
      });
      list.replaceChildren(...figures);
    },
  };
}
