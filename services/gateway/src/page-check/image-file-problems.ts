import type { PageProblem } from "./page-check.ts";
import type { ImageFacts, ImageFile, PageFacts } from "./page-facts.ts";
import { maxBytesOf, type Platform } from "./platforms.ts";
import { isAbsolute, whyNotShown } from "./previews.ts";
import { list, formatBytes, quote, robotsFix, scopeOf, seconds } from "./problem-texts.ts";

/** In this range, no platform crops off more than a small part: they show 1.91:1 or 2:1. */
const [minRatio, maxRatio] = [1.7, 2.2];
const slowImageMs = 2_000;

/** What is wrong with the file of an image, for the platforms that choose it. */
export function listFileProblems(
  image: ImageFacts,
  users: readonly Platform[],
  facts: PageFacts,
): PageProblem[] {
  const { tag, file } = image;
  if (!file || !isAbsolute(image.href)) return [];
  const affected = (obstacle: ReturnType<typeof whyNotShown>) =>
    users.filter((platform) => whyNotShown(platform, image, facts) === obstacle);
  const problems: PageProblem[] = [];
  const add = (problem: Omit<PageProblem, "platforms">, platformsOf: readonly Platform[]) => {
    if (platformsOf.length > 0) problems.push({ ...problem, ...scopeOf(platformsOf) });
  };
  const { size, content } = file;
  const fixSize = "Use an image of 1200 × 630 pixels.";

  add(
    {
      code: "image_format",
      severity: "error",
      message: `The file in \`${tag}\` is ${describeFormat(file)}, which is not shown.`,
      fix: "Use PNG or JPEG.",
    },
    affected("format"),
  );
  const tooHeavy = affected("bytes");
  const limits = tooHeavy.map((platform) => `${formatBytes(maxBytesOf(platform) ?? 0)} by ${platform.name}`);
  add(
    {
      code: "image_too_large",
      severity: "error",
      message: `The image in \`${tag}\` has ${formatBytes(content.length)}. Images are shown up to ${list(limits)}.`,
      fix: "Compress it as JPEG or WebP, or render it smaller. A card of 1200 × 630 pixels rarely needs more than 200 kB.",
    },
    tooHeavy,
  );
  if (size) {
    const pixels = `${size.width} × ${size.height} pixels`;
    const tooSmall = { code: "image_too_small", fix: fixSize };
    add(
      {
        ...tooSmall,
        severity: "error",
        message: `The image in \`${tag}\` has ${pixels}: too few to be shown.`,
      },
      affected("too_small"),
    );
    add(
      {
        code: "image_too_big",
        severity: "error",
        message: `The image in \`${tag}\` has ${pixels}: too many to be shown.`,
        fix: fixSize,
      },
      affected("too_big"),
    );
    const thumbnails = affected(undefined).filter(
      ({ minLargeSize }) =>
        minLargeSize && (size.width < minLargeSize.width || size.height < minLargeSize.height),
    );
    add(
      {
        ...tooSmall,
        severity: "warning",
        message: `The image in \`${tag}\` has ${pixels}: it is shown as a thumbnail.`,
      },
      thumbnails,
    );
    const ratio = size.width / size.height;
    if (ratio < minRatio || ratio > maxRatio) {
      add(
        {
          code: "image_ratio",
          severity: "warning",
          message: `The image in \`${tag}\` has ${pixels}, a ratio of ${ratio.toFixed(2)}:1. Platforms crop it to 1.91:1 or 2:1.`,
          fix: `${fixSize} Keep text away from the edges.`,
        },
        affected(undefined),
      );
    }
  }
  const blocked = facts.blocked.filter(({ blocks }) => blocks === "image").map(({ robot }) => robot);
  add(
    {
      code: "image_blocked",
      severity: "error",
      message: `robots.txt of ${hostOf(image)} does not let ${list(blocked)} read the image.`,
      fix: robotsFix(blocked),
    },
    affected("robots"),
  );
  problems.push(...listServingProblems(image, file, users));
  return problems;
}

/** What is wrong with the way in which an image is served. */
function listServingProblems(
  { tag }: ImageFacts,
  file: ImageFile,
  users: readonly Platform[],
): PageProblem[] {
  const problems: PageProblem[] = [];
  const scope = scopeOf(users);
  if (file.format !== undefined && file.mediaType.replace("svg+xml", "svg") !== `image/${file.format}`) {
    problems.push({
      code: "image_type_wrong",
      severity: "warning",
      message: `The image in \`${tag}\` is ${describeFormat(file)}, but its \`Content-Type\` is ${file.mediaType === "" ? "missing" : quote(file.mediaType)}.`,
      fix: `Serve it with \`Content-Type: image/${file.format}\`.`,
      ...scope,
    });
  }
  if (file.durationMs > slowImageMs) {
    problems.push({
      code: "image_slow",
      severity: "warning",
      message: `The image in \`${tag}\` took ${seconds(file.durationMs)} to load. Crawlers give up after a few seconds and show no image.`,
      fix: "Cache the image, or serve it from a CDN.",
      ...scope,
    });
  }
  if (file.redirectCount > 0) {
    problems.push({
      code: "image_redirected",
      severity: "hint",
      message: `The URL in \`${tag}\` redirects. Some crawlers don't follow redirects of images.`,
      fix: "Write the final URL into the tag.",
      ...scope,
    });
  }
  return problems;
}

function describeFormat({ format, size, content }: ImageFile): string {
  if (format === undefined)
    return /^\s*<(!doctype html|html|head|body)\b/i.test(content.toString("latin1", 0, 200))
      ? "a web page, not an image"
      : "not an image of a known format";
  const name = { png: "PNG", jpeg: "JPEG", webp: "WebP", gif: "GIF", avif: "AVIF", svg: "SVG" }[format];
  return size === undefined && format !== "svg" ? `a damaged ${name} file` : name;
}

function hostOf({ url }: ImageFacts): string {
  return url === undefined ? "" : new URL(url).host;
}
