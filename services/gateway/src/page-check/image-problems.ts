import { metaTag } from "./meta-tag.ts";
import type { PageProblem } from "./page-check.ts";
import type { ImageFacts, ImageFile, PageFacts } from "./page-facts.ts";
import { list, robotsFix, seconds } from "./page-problems.ts";
import { maxBytesOf, platforms, type Platform } from "./platforms.ts";
import { imageOn, isAbsolute, whyNotShown } from "./previews.ts";

/** In this range, no platform crops off more than a small part: they show 1.91:1 or 2:1. */
const [minRatio, maxRatio] = [1.7, 2.2];
const slowImageMs = 2_000;

/** What is wrong with the images of a page. */
export function listImageProblems(facts: PageFacts): PageProblem[] {
  const { images, page, tag } = facts;
  if (images.length === 0) {
    const missing = { code: "image_missing", severity: "error" } as const;
    const example = new URL("/card.png", page.url).href;
    return [
      {
        ...missing,
        message: "The page has no `og:image`: cards have no image.",
        fix: "Create a card of 1200 × 630 pixels, for example in the playground, and add its absolute URL.",
        tag: metaTag("og:image", example),
      },
    ];
  }
  const problems: PageProblem[] = [];
  if (tag("og:image") === undefined) {
    problems.push({
      code: "og_image_missing",
      severity: "error",
      message: "The page has `twitter:image`, but no `og:image`. Most platforms read only the latter.",
      fix: "Add the image as `og:image`. X reads it, too.",
      tag: metaTag("og:image", images[0]?.url ?? ""),
      platforms: platforms
        .filter(({ imageTags }) => !imageTags.includes("twitter:image"))
        .map(({ name }) => name),
    });
  }
  for (const image of images) {
    const users = platforms.filter((platform) => imageOn(platform, facts) === image);
    problems.push(...listUrlProblems(image, users), ...listFileProblems(image, users, facts));
  }
  const [first] = images;
  if (first?.file?.size) problems.push(...listDeclarationProblems(first, first.file.size, tag));
  return problems;
}

function listUrlProblems({ tag, href, url, failure }: ImageFacts, users: readonly Platform[]): PageProblem[] {
  const scope = scopeOf(users);
  if (!isAbsolute(href)) {
    return [
      {
        code: "image_url_relative",
        severity: "error",
        message: `\`${tag}\` is not an absolute URL: ${quote(href)}. Platforms don't resolve it.`,
        fix: "Write the whole URL, with `https://` and the host.",
        ...(url !== undefined && { tag: metaTag(tag, url) }),
        ...scope,
      },
    ];
  }
  const insecure: PageProblem[] = /^http:/i.test(href)
    ? [
        {
          code: "image_insecure",
          severity: "warning",
          message: `\`${tag}\` is a plain http URL. Apps that load only secure content don't show it.`,
          fix: "Serve the image over https.",
          tag: metaTag(tag, href.replace(/^http:/i, "https:")),
          ...scope,
        },
      ]
    : [];
  if (failure === undefined) return insecure;
  const unavailable: PageProblem = {
    code: "image_unavailable",
    severity: "error",
    message: `The image in \`${tag}\` could not be fetched: ${failure}.`,
    fix: "Open its URL in a private window: it must return the file without signing in, to every client.",
    ...scope,
  };
  return [unavailable, ...insecure];
}

function listFileProblems(image: ImageFacts, users: readonly Platform[], facts: PageFacts): PageProblem[] {
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
  const limits = tooHeavy.map((platform) => `${megabytes(maxBytesOf(platform) ?? 0)} by ${platform.name}`);
  add(
    {
      code: "image_too_large",
      severity: "error",
      message: `The image in \`${tag}\` has ${megabytes(content.length)}. Images are shown up to ${list(limits)}.`,
      fix: "Compress it as JPEG or WebP, or render it smaller. A card of 1200 × 630 pixels rarely needs more than 200 KB.",
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

/** Differences between what the page says about its image and what the image is. */
function listDeclarationProblems(
  { tag: imageTag, declared }: ImageFacts,
  { width, height }: { width: number; height: number },
  tag: PageFacts["tag"],
): PageProblem[] {
  const problems: PageProblem[] = [];
  const sizeTags = [
    metaTag("og:image:width", String(width)),
    metaTag("og:image:height", String(height)),
  ].join("\n");
  if (imageTag === "og:image" && (declared.width === undefined || declared.height === undefined)) {
    problems.push({
      code: "image_size_missing",
      severity: "hint",
      message:
        "The page does not say how large its image is. Facebook then shows no image to the first person who shares it.",
      fix: "Add the size of the image, in pixels.",
      tag: sizeTags,
      platforms: ["Facebook"],
    });
  } else if (imageTag === "og:image" && (declared.width !== width || declared.height !== height)) {
    problems.push({
      code: "image_size_wrong",
      severity: "warning",
      message: `The page says that its image has ${declared.width} × ${declared.height} pixels, but it has ${width} × ${height}.`,
      fix: "Correct the size.",
      tag: sizeTags,
    });
  }
  if (tag("og:image:alt") === undefined && tag("twitter:image:alt") === undefined) {
    problems.push({
      code: "image_alt_missing",
      severity: "hint",
      message: "The image has no alternative text for people who can't see it.",
      fix: "Describe the image in a sentence.",
      tag: metaTag("og:image:alt", tag("og:title") ?? "What the image shows"),
    });
  }
  return problems;
}

/** Absent if all platforms are affected. */
function scopeOf(affected: readonly Platform[]): { platforms?: string[] } {
  return affected.length === platforms.length ? {} : { platforms: affected.map(({ name }) => name) };
}

function describeFormat({ format, size, content }: ImageFile): string {
  if (format === undefined)
    return /^\s*<(!doctype html|html|head|body)\b/i.test(content.toString("latin1", 0, 200))
      ? "a web page, not an image"
      : "not an image of a known format";
  const name = { png: "PNG", jpeg: "JPEG", webp: "WebP", gif: "GIF", avif: "AVIF", svg: "SVG" }[format];
  return size === undefined && format !== "svg" ? `a damaged ${name} file` : name;
}

function megabytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} KB`
    : `${(bytes / 1_000_000).toFixed(1).replace(".0", "")} MB`;
}

function hostOf({ url }: ImageFacts): string {
  return url === undefined ? "" : new URL(url).host;
}

/** A text of the page in a message. */
function quote(text: string): string {
  return `“${text.length > 100 ? `${text.slice(0, 100)}…` : text}”`;
}
