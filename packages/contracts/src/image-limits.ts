/** The largest image that a service shows in link previews. */
export interface ImageLimit {
  readonly name: string;
  readonly maxBytes: number;
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
    source: "https://developer.x.com/en/docs/x-for-websites/cards/overview/summary-card-with-large-image",
  },
  {
    name: "LinkedIn",
    maxBytes: 5_000_000,
    source: "https://www.linkedin.com/help/linkedin/answer/a521928",
  },
  {
    name: "Facebook",
    maxBytes: 8_000_000,
    source: "https://developers.facebook.com/docs/sharing/webmasters/images/",
  },
];
