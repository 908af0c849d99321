import { isShownLarge } from "@placard/contracts/image-limits";
import type { CardKind, PagePreview } from "./page-check.ts";
import type { ImageFacts, PageFacts } from "./page-facts.ts";
import { maxBytesOf, platforms, showsFormat, type Platform, type Size } from "./platforms.ts";

/** What each platform shows of a page. */
export function listPreviews(facts: PageFacts): PagePreview[] {
  return platforms.map((platform) => previewOn(platform, facts));
}

function previewOn(platform: Platform, facts: PageFacts): PagePreview {
  const { tag, metadata, page } = facts;
  const { name, titleTags, ignoresTitleElement, descriptionTags = [], sources } = platform;
  const domain = new URL(page.url).hostname.replace(/^www\./, "");
  const common = { platform: name, domain, sources: [...sources] };
  const title =
    titleTags.map(tag).find(Boolean) ?? (ignoresTitleElement ? undefined : metadata.documentTitle);
  const wanted = platform.cardOf?.(tag) ?? "large";
  if (wanted === "none" || title === undefined) return { ...common, card: "none" };
  const description = descriptionTags.map(tag).find(Boolean);
  const image = imageOn(platform, facts);
  const isShown = image !== undefined && whyNotShown(platform, image) === undefined;
  return {
    ...common,
    card: isShown ? cardWith(platform, wanted, image) : "text",
    title,
    ...(description !== undefined && { description }),
    ...(isShown && image.url !== undefined && { imageUrl: image.url }),
  };
}

/** The image that a platform chooses; undefined if the page names none for it. */
export function imageOn({ imageTags }: Platform, { images, tag }: PageFacts): ImageFacts | undefined {
  for (const name of imageTags) {
    const href = name === "og:image" ? undefined : (tag(name) ?? tag("twitter:image:src"));
    const found = images.find((image) => (name === "og:image" ? image.tag === name : image.href === href));
    if (found) return found;
  }
  return undefined;
}

/** Why a platform does not show an image. */
export type ImageObstacle = "unavailable" | "relative" | "format" | "bytes" | "too_small" | "too_big";

/** Why a platform does not show an image; undefined if it does, as far as is known. */
export function whyNotShown(platform: Platform, { file, href }: ImageFacts): ImageObstacle | undefined {
  if (!isAbsolute(href)) return "relative";
  if (!file) return "unavailable";
  if (file.format === undefined || !showsFormat(platform, file.format)) return "format";
  if (file.content.length > (maxBytesOf(platform) ?? Infinity)) return "bytes";
  const { minSize, maxSize } = platform;
  if (!file.size) return "format";
  if (minSize && !isAtLeast(file.size, minSize)) return "too_small";
  return maxSize && !isAtLeast(maxSize, file.size) ? "too_big" : undefined;
}

/** Whether the text of a tag is an http or https URL by itself: not all platforms resolve relative ones. */
export function isAbsolute(href: string): boolean {
  return /^https?:\/\//i.test(href);
}

function cardWith({ name }: Platform, wanted: CardKind, { file }: ImageFacts): CardKind {
  return wanted === "large" && file?.size && !isShownLarge(name, file.size) ? "small" : wanted;
}

/** Whether an image has a size at least, in both directions. */
function isAtLeast(size: Size, minimum: Size): boolean {
  return size.width >= minimum.width && size.height >= minimum.height;
}
