import type { PagePreview } from "@placard/client";
import { createElement } from "../elements.ts";

/** What a service shows of a link. */
export interface LinkCard {
  kind: PagePreview["card"];
  /** Undefined if the card has no image. */
  image: Node | undefined;
  title: string;
  /** "" if the page has none. */
  description: string;
  /** The host of the page. */
  domain: string;
  /** The link itself. */
  address: string;
}

type LargeCard = Omit<LinkCard, "image"> & { image: Node };

/** How each service lays out a link with a large image. The class is the name in lower case. */
const services: Readonly<Record<string, (card: LargeCard) => Node[]>> = {
  X: ({ image, title, domain }) => [
    imageArea(image, createElement("span", { className: "chip" }, title)),
    paragraph("domain", `From ${domain}`),
  ],
  Facebook: ({ image, title, description, domain }) => [
    imageArea(image),
    caption(
      paragraph("domain", domain.toUpperCase()),
      paragraph("title", title),
      paragraph("description", description),
    ),
  ],
  LinkedIn: ({ image, title, domain }) => [
    imageArea(image),
    caption(paragraph("title", title), paragraph("domain", domain)),
  ],
  Slack: ({ image, ...text }) => [textOf(text), imageArea(image)],
  Discord: ({ image, ...text }) => [textOf(text), imageArea(image)],
  Teams: ({ image, title, description, domain }) => [
    imageArea(image),
    caption(paragraph("title", title), paragraph("description", description), paragraph("domain", domain)),
  ],
  WhatsApp: ({ image, title, description, domain, address }) => [
    imageArea(image),
    caption(paragraph("title", title), paragraph("description", description), paragraph("domain", domain)),
    paragraph("link", address),
  ],
  Telegram: ({ image, address, ...text }) => [
    paragraph("link", address),
    createElement("div", { className: "quote" }, textOf(text), imageArea(image)),
  ],
  iMessage: ({ image, title, domain }) => [
    imageArea(image),
    caption(paragraph("title", title), paragraph("domain", domain)),
  ],
};

/** The services that have a layout, in the order in which they are shown. */
export const serviceNames = Object.keys(services);

/** A link as a service shows it, with the service's name above. */
export function createLinkPreview(service: string, card: LinkCard): HTMLElement {
  const className = `social-preview ${service.toLowerCase()}`;
  const preview = createElement("div", { className }, ...layOut(service, card));
  return createElement("figure", {}, createElement("figcaption", {}, service), preview);
}

function layOut(service: string, { image, ...card }: LinkCard): Node[] {
  const layOutLarge = services[service];
  if (card.kind === "none") return [caption(paragraph("link", card.address))];
  if (!image) return [textOf(card)];
  if (card.kind === "large" && layOutLarge) return layOutLarge({ image, ...card });
  return [createElement("div", { className: "with-thumbnail" }, imageArea(image), textOf(card))];
}

function imageArea(...children: Node[]) {
  return createElement("div", { className: "image-area" }, ...children);
}

function caption(...children: Node[]) {
  return createElement("div", { className: "caption" }, ...children);
}

function textOf({ domain, title, description }: Pick<LinkCard, "domain" | "title" | "description">) {
  return caption(
    paragraph("domain", domain),
    paragraph("title", title),
    paragraph("description", description),
  );
}

/** @returns an empty fragment for an empty text: services leave out what a page doesn't have */
function paragraph(className: string, text: string) {
  return text ? createElement("p", { className }, text) : document.createDocumentFragment();
}
