import { warningCodes } from "@placard/contracts";
import { metaTag } from "@placard/contracts/image-tags";
import { listFileProblems } from "./image-file-problems.ts";
import type { ImageFacts, PageFacts } from "./page-facts.ts";
import { platforms, type Platform } from "./platforms.ts";
import { imageOn, isAbsolute } from "./previews.ts";
import { error, hint, quote, scopeOf, warning, type Problems } from "./problem.ts";

/** What is wrong with the images of a page. */
export function listImageProblems(facts: PageFacts): Problems {
  const { images, page, tag } = facts;
  const [first] = images;
  if (!first)
    return [
      error(
        "image_missing",
        "The page has no `og:image`: cards have no image.",
        "Create a card of 1200 × 630 pixels, for example in the playground, and add its absolute URL.",
        { tag: metaTag("og:image", new URL("/card.png", page.url).href) },
      ),
    ];
  const others = platforms.filter(({ imageTags }) => !imageTags.includes("twitter:image"));
  return [
    tag("og:image") === undefined &&
      error(
        "og_image_missing",
        "The page has `twitter:image`, but no `og:image`. Most platforms read only the latter.",
        "Add the image as `og:image`. X reads it, too.",
        { tag: metaTag("og:image", first.url ?? ""), ...scopeOf(others) },
      ),
    ...images.flatMap((image) => {
      const users = platforms.filter((platform) => imageOn(platform, facts) === image);
      return [
        ...listUrlProblems(image, users),
        ...listFileProblems(image, users),
        ...listPlacardWarnings(image),
      ];
    }),
    ...(first.file?.size ? listDeclarationProblems(first, first.file.size) : []),
  ];
}

/** What Placard warned about when it rendered the image. */
function listPlacardWarnings({ tag, warnings = [] }: ImageFacts): Problems {
  return warnings.map(({ code, message }) => {
    const help = warningCodes[code].help.replaceAll(/\[([^[\]]+)\]\([^()]+\)/g, "$1");
    return warning(
      `card_${code}`,
      `Placard rendered the image in \`${tag}\` with a warning: ${message}`,
      help,
    );
  });
}

function listUrlProblems({ tag, href, url, failure }: ImageFacts, users: readonly Platform[]): Problems {
  const scope = scopeOf(users);
  if (!isAbsolute(href)) {
    return [
      error(
        "image_url_relative",
        `\`${tag}\` is not an absolute URL: ${quote(href)}. Platforms don't resolve it.`,
        "Write the whole URL, with `https://` and the host.",
        { ...(url !== undefined && { tag: metaTag(tag, url) }), ...scope },
      ),
    ];
  }
  return [
    failure !== undefined &&
      error(
        "image_unavailable",
        `The image in \`${tag}\` could not be fetched: ${failure}.`,
        "Open its URL in a private window: it must return the file without signing in, to every client.",
        scope,
      ),
    /^http:/i.test(href) &&
      warning(
        "image_insecure",
        `\`${tag}\` is a plain http URL. Apps that load only secure content don't show it.`,
        "Serve the image over https.",
        { tag: metaTag(tag, href.replace(/^http:/i, "https:")), ...scope },
      ),
  ];
}

/** Differences between what the page says about its image and what the image is. */
function listDeclarationProblems(
  { tag: imageTag, declared }: ImageFacts,
  { width, height }: { width: number; height: number },
): Problems {
  const isDeclared = declared.width !== undefined && declared.height !== undefined;
  const isRight = declared.width === width && declared.height === height;
  const sizeTags = [
    metaTag("og:image:width", String(width)),
    metaTag("og:image:height", String(height)),
  ].join("\n");
  return [
    imageTag === "og:image" &&
      !isDeclared &&
      hint(
        "image_size_missing",
        "The page does not say how large its image is. Facebook then shows no image to the first person who shares it.",
        "Add the size of the image, in pixels.",
        { tag: sizeTags, platforms: ["Facebook"] },
      ),
    imageTag === "og:image" &&
      isDeclared &&
      !isRight &&
      warning(
        "image_size_wrong",
        `The page says that its image has ${declared.width} × ${declared.height} pixels, but it has ${width} × ${height}.`,
        "Correct the size.",
        { tag: sizeTags },
      ),
  ];
}
