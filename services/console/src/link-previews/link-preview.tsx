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
  Facebook: ({ domain, ...card }) => (
    <ImageAbove card={card} caption={[["domain", domain.toUpperCase()], "title", "description"]} />
  ),
  LinkedIn: (card) => <ImageAbove card={card} caption={["title", "domain"]} />,
  Slack: (card) => <ImageBelow card={card} />,
  Discord: (card) => <ImageBelow card={card} />,
  Teams: (card) => <ImageAbove card={card} caption={["title", "description", "domain"]} />,
  WhatsApp: (card) => (
    <>
      <ImageAbove card={card} caption={["title", "description", "domain"]} />
      <Line name="link" text={card.address} />
    </>
  ),
  Telegram: (card) => (
    <>
      <Line name="link" text={card.address} />
      <div class="quote">
        <ImageBelow card={card} />
      </div>
    </>
  ),
  iMessage: (card) => <ImageAbove card={card} caption={["title", "domain"]} />,
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
  if (card.kind === "none") return <Caption card={card} lines={["address"]} />;
  if (!card.image) return <Caption card={card} />;
  if (card.kind === "large" && layOutLarge) return layOutLarge(card);
  return (
    <div class="with-thumbnail">
      <div class="image-area">{card.image}</div>
      <Caption card={card} />
    </div>
  );
}

type TextName = "title" | "description" | "domain" | "address";
type CardLine = TextName | readonly [name: TextName, text: string];
type CaptionedCard = Partial<LinkCard>;

function ImageAbove({ card, caption }: { card: CaptionedCard; caption: readonly CardLine[] }) {
  return (
    <>
      <div class="image-area">{card.image}</div>
      <Caption card={card} lines={caption} />
    </>
  );
}

function ImageBelow({ card }: { card: CaptionedCard }) {
  return (
    <>
      <Caption card={card} />
      <div class="image-area">{card.image}</div>
    </>
  );
}

function Caption({
  card,
  lines = ["domain", "title", "description"],
}: {
  card: CaptionedCard;
  lines?: readonly CardLine[];
}) {
  return (
    <div class="caption">
      {lines.map((line) => {
        const [name, text] = typeof line === "string" ? [line, card[line] ?? ""] : line;
        return <Line name={name === "address" ? "link" : name} text={text} />;
      })}
    </div>
  );
}

/** Services leave out what a page doesn't have. */
function Line({ name, text }: { name: string; text: string }) {
  return text === "" ? null : <p class={name}>{text}</p>;
}
