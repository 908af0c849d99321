import { createElement, getElement } from "../elements.js";
import { sameOriginUrl } from "./live-preview.js";

const domain = "example.com";

/**
 * @typedef {object} PageText what a page's tags contain besides the image
 * @property {string} title
 * @property {string} description
 */

/**
 * How each service lays out a link with a large image.
 * @type {readonly [string, (image: Node, text: PageText) => Node[]][]}
 */
const services = [
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
    "WhatsApp",
    (image, { title, description }) => [
      imageArea(image),
      caption(paragraph("title", title), paragraph("description", description), paragraph("domain", domain)),
      paragraph("link", `https://${domain}/`),
    ],
  ],
];

/**
 * Shows an image as social networks and messengers do. All of them crop it to 1.91:1.
 * @param {import("./live-preview.js").RenderedPreview} preview
 * @param {PageText} text
 */
export function showSocialPreviews({ image }, text) {
  const figures = services.map(([name, layOut]) => {
    // Decorative: the main preview has the alternative text.
    const img = createElement("img", { src: sameOriginUrl(image), alt: "" });
    const preview = createElement(
      "div",
      { className: `social-preview ${name.toLowerCase()}` },
      ...layOut(img, text),
    );
    return createElement("figure", {}, createElement("figcaption", {}, name), preview);
  });
  getElement("social-previews").replaceChildren(...figures);
}

/**
 * Derives a page's title and description from template data.
 * @param {Readonly<Record<string, string>>} data
 * @returns {PageText}
 */
export function pageTextOf(data) {
  const title = data["title"] ?? data["name"] ?? Object.values(data)[0] ?? "Untitled";
  const facts = [data["date"], data["time"], data["location"], data["price"]];
  const description = data["description"] ?? data["tagline"] ?? facts.filter(Boolean).join(" · ");
  return { title, description };
}

/** @param {...Node} children */
function imageArea(...children) {
  return createElement("div", { className: "image-area" }, ...children);
}

/** @param {...Node} children */
function caption(...children) {
  return createElement("div", { className: "caption" }, ...children);
}

/**
 * @param {string} className
 * @param {string} text
 */
function paragraph(className, text) {
  return createElement("p", { className }, text);
}
