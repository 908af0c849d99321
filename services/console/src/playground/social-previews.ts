import type { RenderedCard } from "../card-form/preview-frame.ts";
import { dataUrlOf } from "../data-url.ts";
import { createElement } from "../elements.ts";
import type { PageText } from "./page-text.ts";

const domain = "example.com";
const address = `https://${domain}/`;

/** How each service lays out a link with a large image. The class is the name in lower case. */
const services: readonly [string, (image: Node, text: PageText) => Node[]][] = [
  [
    "X",
    (image, { title }) => [
      imageArea(image, createElement("span", { className: "chip" }, title)),
      paragraph("domain", `From ${domain}`),
    ],
  ],
  [
    "Facebook",
    (image, { title, description }) => [
      imageArea(image),
      caption(
        paragraph("domain", domain.toUpperCase()),
        paragraph("title", title),
        paragraph("description", description),
      ),
    ],
  ],
  [
    "LinkedIn",
    (image, { title }) => [imageArea(image), caption(paragraph("title", title), paragraph("domain", domain))],
  ],
  [
    "Slack",
    (image, { title, description }) => [
      caption(paragraph("domain", domain), paragraph("title", title), paragraph("description", description)),
      imageArea(image),
    ],
  ],
  [
    "Discord",
    (image, { title, description }) => [
      caption(paragraph("domain", domain), paragraph("title", title), paragraph("description", description)),
      imageArea(image),
    ],
  ],
  [
    "Teams",
    (image, { title, description }) => [
      imageArea(image),
      caption(paragraph("title", title), paragraph("description", description), paragraph("domain", domain)),
    ],
  ],
  [
    "WhatsApp",
    (image, { title, description }) => [
      imageArea(image),
      caption(paragraph("title", title), paragraph("description", description), paragraph("domain", domain)),
      paragraph("link", address),
    ],
  ],
  [
    "Telegram",
    (image, { title, description }) => [
      paragraph("link", address),
      createElement(
        "div",
        { className: "quote" },
        caption(
          paragraph("domain", domain),
          paragraph("title", title),
          paragraph("description", description),
        ),
        imageArea(image),
      ),
    ],
  ],
  [
    "iMessage",
    (image, { title }) => [imageArea(image), caption(paragraph("title", title), paragraph("domain", domain))],
  ],
];

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
      const figures = services.map(([name, layOut]) => {
        // Decorative: the main preview has the alternative text.
        const image = createElement("img", { src: dataUrlOf(card), alt: "" });
        const className = `social-preview ${name.toLowerCase()}`;
        const preview = createElement("div", { className }, ...layOut(image, text));
        return createElement("figure", {}, createElement("figcaption", {}, name), preview);
      });
      list.replaceChildren(...figures);
    },
  };
}

function imageArea(...children: Node[]) {
  return createElement("div", { className: "image-area" }, ...children);
}

function caption(...children: Node[]) {
  return createElement("div", { className: "caption" }, ...children);
}

/** @returns an empty fragment for an empty text: services leave out what a page doesn't have */
function paragraph(className: string, text: string) {
  return text ? createElement("p", { className }, text) : document.createDocumentFragment();
}
