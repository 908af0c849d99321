import { createElement, getElement } from "../elements.ts";
import { sameOriginUrl, type RenderedPreview } from "./live-preview.ts";

const domain = "example.com";

/** What a page's tags contain besides the image. */
export interface PageText {
  title: string;
  description: string;
}

/** How each service lays out a link with a large image. */
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
    "WhatsApp",
    (image, { title, description }) => [
      imageArea(image),
      caption(paragraph("title", title), paragraph("description", description), paragraph("domain", domain)),
      paragraph("link", `https://${domain}/`),
    ],
  ],
];

/** Shows an image as social networks and messengers do. All of them crop it to 1.91:1. */
export function showSocialPreviews({ image }: RenderedPreview, text: PageText) {
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

/** Derives a page's title and description from template data. */
export function pageTextOf(data: Readonly<Record<string, string>>): PageText {
  const title = data["title"] ?? data["name"] ?? Object.values(data)[0] ?? "Untitled";
  const facts = [data["date"], data["time"], data["location"], data["price"]];
  const description = data["description"] ?? data["tagline"] ?? facts.filter(Boolean).join(" · ");
  return { title, description };
}

function imageArea(...children: Node[]) {
  return createElement("div", { className: "image-area" }, ...children);
}

function caption(...children: Node[]) {
  return createElement("div", { className: "caption" }, ...children);
}

function paragraph(className: string, text: string) {
  return createElement("p", { className }, text);
}
