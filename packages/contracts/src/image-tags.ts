/** What the meta tags of an image say about it, besides its URL. */
export interface TaggedImage {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** The subtype of its media type: `png`. */
  readonly format: string;
}

/** The tag that requests a large image from X. */
export const cardTag = metaTag("twitter:card", "summary_large_image");

/** The tags of a page for its images, the preferred one first. @param alt describes the images */
export function imageMetaTags(
  images: readonly (TaggedImage & { readonly url: string })[],
  alt: string,
): string[] {
  const tags = images.flatMap((image) => [metaTag("og:image", image.url), ...imagePropertyTags(image, alt)]);
  return [...tags, cardTag];
}

/**
 * The tags that follow an image's URL (Open Graph protocol, "Structured Properties").
 * @param alt describes the image; absent if it differs from page to page
 */
export function imagePropertyTags({ width, height, format }: TaggedImage, alt?: string): string[] {
  return [
    metaTag("og:image:type", `image/${format}`),
    metaTag("og:image:width", String(width)),
    metaTag("og:image:height", String(height)),
    ...(alt === undefined ? [] : [metaTag("og:image:alt", alt)]),
  ];
}

/** A `<meta>` tag: `property` for Open Graph, `name` for all others. */
export function metaTag(name: string, content: string): string {
  const attribute = /^(og|article|product):/.test(name) ? "property" : "name";
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
