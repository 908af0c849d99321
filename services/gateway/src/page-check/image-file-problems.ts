import { formatBytes } from "@placard/contracts/format-bytes";
import { isShownLarge } from "@placard/contracts/image-limits";
import type { PageProblem } from "./page-check.ts";
import type { ImageFacts, ImageFile } from "./page-facts.ts";
import { maxBytesOf, type Platform } from "./platforms.ts";
import { isAbsolute, whyNotShown, type ImageObstacle } from "./previews.ts";
import { error, hint, list, scopeOf, seconds, warning, type Problems } from "./problem.ts";

/** In this range, no platform crops off more than a small part: they show 1.91:1 or 2:1. */
const [minRatio, maxRatio] = [1.7, 2.2];
const slowImageMs = 2_000;
const fixSize = "Use an image of 1200 × 630 pixels.";

/** What is wrong with the file of an image, for the platforms that choose it. */
export function listFileProblems(image: ImageFacts, users: readonly Platform[]): Problems {
  const { tag, href, file } = image;
  if (!file || !isAbsolute(href)) return [];
  const affected = (obstacle?: ImageObstacle) =>
    users.filter((platform) => whyNotShown(platform, image) === obstacle);
  const when = (platforms: readonly Platform[], problem: PageProblem) =>
    platforms.length > 0 && { ...problem, ...scopeOf(platforms) };
  const { size = { width: 0, height: 0 }, content } = file;
  const pixels = `The image in \`${tag}\` has ${size.width} × ${size.height} pixels`;
  const ratio = size.width / size.height;
  const tooHeavy = affected("bytes");
  const limits = tooHeavy.map((platform) => `${formatBytes(maxBytesOf(platform) ?? 0)} by ${platform.name}`);
  const shown = affected();
  const thumbnails = shown.filter(({ name }) => !isShownLarge(name, size));
  return [
    when(
      affected("format"),
      error(
        "image_format",
        `The file in \`${tag}\` is ${describeFormat(file)}, which is not shown.`,
        "Use PNG or JPEG.",
      ),
    ),
    when(
      tooHeavy,
      error(
        "image_too_large",
        `The image in \`${tag}\` has ${formatBytes(content.length)}. Images are shown up to ${list(limits)}.`,
        "Compress it as JPEG or WebP, or render it smaller. A card of 1200 × 630 pixels rarely needs more than 200 kB.",
      ),
    ),
    when(affected("too_small"), error("image_too_small", `${pixels}: too few to be shown.`, fixSize)),
    when(affected("too_big"), error("image_too_big", `${pixels}: too many to be shown.`, fixSize)),
    when(thumbnails, warning("image_too_small", `${pixels}: it is shown as a thumbnail.`, fixSize)),
    (ratio < minRatio || ratio > maxRatio) &&
      when(
        shown,
        warning(
          "image_ratio",
          `${pixels}, a ratio of ${ratio.toFixed(2)}:1. Platforms crop it to 1.91:1 or 2:1.`,
          `${fixSize} Keep text away from the edges.`,
        ),
      ),
    ...listServingProblems(tag, file, scopeOf(users)),
  ];
}

/** What is wrong with the way in which an image is served. */
function listServingProblems(tag: string, file: ImageFile, scope: { platforms?: string[] }): Problems {
  const { durationMs, redirectCount } = file;
  return [
    durationMs > slowImageMs &&
      warning(
        "image_slow",
        `The image in \`${tag}\` took ${seconds(durationMs)} to load. Crawlers give up after a few seconds and show no image.`,
        "Cache the image, or serve it from a CDN.",
        scope,
      ),
    redirectCount > 0 &&
      hint(
        "image_redirected",
        `The URL in \`${tag}\` redirects. Some crawlers don't follow redirects of images.`,
        "Write the final URL into the tag.",
        scope,
      ),
  ];
}

function describeFormat({ format, size, content }: ImageFile): string {
  if (format === undefined)
    return /^\s*<(!doctype html|html|head|body)\b/i.test(content.toString("latin1", 0, 200))
      ? "a web page, not an image"
      : "not an image of a known format";
  const name = { png: "PNG", jpeg: "JPEG", webp: "WebP", gif: "GIF", avif: "AVIF", svg: "SVG" }[format];
  return size === undefined && format !== "svg" ? `a damaged ${name} file` : name;
}
