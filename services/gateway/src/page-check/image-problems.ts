import { listFileProblems } from "./image-file-problems.ts";
import { metaTag } from "@placard/contracts/image-tags";
import type { PageProblem } from "./page-check.ts";
import type { ImageFacts, PageFacts } from "./page-facts.ts";
import { platforms, type Platform } from "./platforms.ts";
import { imageOn, isAbsolute } from "./previews.ts";
import { quote, scopeOf } from "./problem-texts.ts";

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
