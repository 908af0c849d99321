type Size = Readonly<Record<"width" | "height", number>>;

/** The images that a service shows in link previews. */
export interface ImageLimit {
  readonly name: string;
  readonly maxBytes: number;
  /** Images that are smaller are shown as a thumbnail. */
  readonly minLargeSize?: Size;
  /** Where the limit is documented, or reported if the service does not document one. */
  readonly source: string;
}

/** The services with a known limit, the strictest first. A kilobyte has 1,000 bytes. */
export const imageLimits: readonly ImageLimit[] = [
  {
    name: "WhatsApp",
    maxBytes: 300_000, // reported by users
    source: "https://stackoverflow.com/questions/19778620/provide-an-image-for-whatsapp-link-sharing",
  },
  {
    name: "X",
    maxBytes: 5_000_000,
    minLargeSize: { width: 300, height: 157 },
    source: "https://developer.x.com/en/docs/x-for-websites/cards/overview/summary-card-with-large-image",
  },
  {
    name: "LinkedIn",
    maxBytes: 5_000_000,
    minLargeSize: { width: 401, height: 1 },
    source: "https://www.linkedin.com/help/linkedin/answer/a521928",
  },
  {
    name: "Facebook",
    maxBytes: 8_000_000,
    minLargeSize: { width: 600, height: 315 },
    source: "https://developers.facebook.com/docs/sharing/webmasters/images/",
  },
];

/** Whether a service shows images of a size large, and not as a thumbnail. */
export function isShownLarge(service: string, { width, height }: Size): boolean {
  const minimum = imageLimits.find(({ name }) => name === service)?.minLargeSize;
  return !minimum || (width >= minimum.width && height >= minimum.height);
}
