import type { PagePreview } from "@placard/client";
import type { ComponentChildren } from "preact";

/** What a service shows of a link. */
export interface LinkCard {
  kind: PagePreview["card"];
  /** Undefined if the card has no image. */
  image: ComponentChildren;
  title: string;
  /** "" if the page has none. */
  description: string;
  /** The host of the page. */
  domain: string;
  /** The link itself. */
  address: string;
}

/** How each service lays out a link with a large image. The class is the name in lower case. */
const services: Readonly<Record<string, (card: LinkCard) => ComponentChildren>> = {
  X: ({ image, title, domain }) => (
    <>
      <div class="image-area">
        {image}
        <span class="chip">{title}</span>
      </div>
      <p class="domain">From {domain}</p>
    </>
  ),
  Facebook: (card) => [picture(card), caption(card)],
  LinkedIn: (card) => [picture(card), caption(card, ["title", "domain"])],
  Slack: (card) => [caption(card), picture(card)],
  Discord: (card) => [caption(card), picture(card)],
  Teams: (card) => [picture(card), caption(card, ["title", "description", "domain"])],
  WhatsApp: (card) => [
    picture(card),
    caption(card, ["title", "description", "domain"]),
    <p class="address">{card.address}</p>,
  ],
  Telegram: (card) => (
    <>
      <p class="address">{card.address}</p>
      <div class="quote">
        {caption(card)}
        {picture(card)}
      </div>
    </>
  ),
  iMessage: (card) => [picture(card), caption(card, ["title", "domain"])],
};

/** The services that have a layout, in the order in which they are shown. */
export const serviceNames = Object.keys(services);

/** A link as a service shows it, with the service's name above. */
export function LinkPreview({
  service,
  card,
  children,
}: {
  service: string;
  card: LinkCard;
  /** Below the preview. */
  children?: ComponentChildren;
}) {
  return (
    <figure>
      <figcaption>{service}</figcaption>
      <div class={`social-preview ${service.toLowerCase()}`}>{layOut(service, card)}</div>
      {children}
    </figure>
  );
}

function layOut(service: string, card: LinkCard) {
  const layOutLarge = services[service];
  if (card.kind === "none") return caption(card, ["address"]);
  if (!card.image) return caption(card);
  if (card.kind === "large" && layOutLarge) return layOutLarge(card);
  return (
    <div class="with-thumbnail">
      {picture(card)}
      {caption(card)}
    </div>
  );
}

function picture({ image }: LinkCard) {
  return <div class="image-area">{image}</div>;
}

type TextName = "title" | "description" | "domain" | "address";

/** Lines of text. Services leave out what a page doesn't have. */
function caption(card: LinkCard, names: readonly TextName[] = ["domain", "title", "description"]) {
  return <div class="caption">{names.map((name) => card[name] && <p class={name}>{card[name]}</p>)}</div>;
}
