import { imageLimits } from "@placard/contracts/image-limits";
import type { CardKind } from "./page-check.ts";

/** The size of an image in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** How a platform makes a card of a page. */
export interface Platform {
  name: string;
  /** The tags that the title is read from, the preferred one first. */
  titleTags: readonly string[];
  /** Whether it shows no card without these tags. Others then show the text of `<title>`. */
  ignoresTitleElement?: true;
  /** The tags that the description is read from. Absent if it does not show one. */
  descriptionTags?: readonly string[];
  imageTags: readonly ("og:image" | "twitter:image")[];
  /** Whether it also shows images in AVIF. */
  showsAvif?: true;
  /** Smaller images are not shown. */
  minSize?: Size;
  maxSize?: Size;
  /** The kind of card that the tags request. Absent if it is always large. */
  cardOf?: (tag: (name: string) => string | undefined) => CardKind;
  /** Where these rules are documented, or reported if the platform does not document them. */
  sources: readonly string[];
}

/** The platforms in the order of the previews. */
export const platforms: readonly Platform[] = [
  {
    name: "X",
    titleTags: ["twitter:title", "og:title"],
    ignoresTitleElement: true,
    imageTags: ["twitter:image", "og:image"],
    minSize: { width: 144, height: 144 },
    maxSize: { width: 4_096, height: 4_096 },
    cardOf(tag) {
      const card = tag("twitter:card");
      if (card === undefined)
        return tag("og:type") && tag("og:title") && tag("og:description") ? "small" : "none";
      return card === "summary_large_image" ? "large" : "small";
    },
    sources: [
      "https://developer.x.com/en/docs/x-for-websites/cards/overview/summary-card-with-large-image",
      "https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started",
    ],
  },
  {
    name: "Facebook",
    titleTags: ["og:title"],
    descriptionTags: ["og:description", "description"],
    imageTags: ["og:image"],
    minSize: { width: 200, height: 200 },
    sources: [
      "https://developers.facebook.com/docs/sharing/webmasters/images/",
      "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/",
    ],
  },
  {
    name: "LinkedIn",
    titleTags: ["og:title"],
    imageTags: ["og:image"],
    sources: ["https://www.linkedin.com/help/linkedin/answer/a521928"],
  },
  {
    name: "Slack",
    titleTags: ["og:title", "twitter:title"],
    descriptionTags: ["og:description", "twitter:description", "description"],
    imageTags: ["og:image", "twitter:image"],
    sources: ["https://api.slack.com/reference/messaging/link-unfurling", "https://api.slack.com/robots"],
  },
  {
    name: "WhatsApp",
    titleTags: ["og:title"],
    descriptionTags: ["og:description", "description"],
    imageTags: ["og:image"],
    sources: ["https://stackoverflow.com/questions/19778620/provide-an-image-for-whatsapp-link-sharing"],
  },
  {
    name: "Discord",
    titleTags: ["og:title", "twitter:title"],
    descriptionTags: ["og:description", "twitter:description", "description"],
    imageTags: ["og:image", "twitter:image"],
    cardOf: (tag) => (tag("twitter:card") === "summary_large_image" ? "large" : "small"),
    sources: ["https://opengraphplus.com/consumers/discord/images"],
  },
  {
    name: "iMessage",
    titleTags: ["og:title"],
    imageTags: ["og:image", "twitter:image"],
    showsAvif: true,
    sources: ["https://developer.apple.com/documentation/technotes/tn3156-create-rich-previews-for-messages"],
  },
];

/** The largest file that a platform shows, in bytes; undefined if no limit is known. */
export function maxBytesOf({ name }: Platform): number | undefined {
  return imageLimits.find((limit) => limit.name === name)?.maxBytes;
}

export function showsFormat({ showsAvif }: Platform, format: string): boolean {
  return ["png", "jpeg", "gif", "webp"].includes(format) || (format === "avif" && showsAvif === true);
}
