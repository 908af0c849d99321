import { metaTag } from "@placard/contracts/image-tags";
import type { PageProblem } from "./page-check.ts";
import type { PageFacts } from "./page-facts.ts";

/** Tags of which a page should have one only; platforms disagree about which of several they read. */
const singleTags = [
  "og:title",
  "og:description",
  "og:url",
  "og:type",
  "og:site_name",
  "twitter:card",
  "twitter:title",
  "twitter:description",
  "twitter:image",
  "description",
];

/** X cuts longer ones, and other platforms show fewer lines. */
const maxTitleChars = 70;
const maxDescriptionChars = 200;

/** What is wrong with the tags of a page, except those of its image. */
export function listTagProblems({ page, metadata, tag }: PageFacts): PageProblem[] {
  const problems: PageProblem[] = [];
  const { metaTags, documentTitle, description } = metadata;
  const title = tag("og:title");
  const shownTitle = title ?? documentTitle;

  if (title === undefined) {
    problems.push({
      code: "title_missing",
      severity: shownTitle === undefined ? "error" : "warning",
      message:
        shownTitle === undefined
          ? "The page has neither `og:title` nor `<title>`."
          : "The page has no `og:title`. Some platforms show the text of `<title>`, others no card.",
      fix: "Add the title without the name of your site. Crawlers read the HTML that the server sends: they run no JavaScript.",
      tag: metaTag("og:title", metadata.title ?? "The title of the page"),
    });
  } else if (title.length > maxTitleChars) {
    problems.push({
      code: "title_too_long",
      severity: "hint",
      message: `The title has ${title.length} characters. X cuts it after ${maxTitleChars}, and other platforms after one or two lines.`,
      fix: "Write what matters first, or shorten it.",
    });
  }

  if (tag("og:description") === undefined) {
    problems.push({
      code: "description_missing",
      severity: "warning",
      message:
        description === undefined
          ? "The page has no description: cards show the title only."
          : "The page has no `og:description`. Some platforms read `description` in its place.",
      fix: "Add one or two sentences that make people open the page.",
      tag: metaTag("og:description", description ?? "What the page is about, in one or two sentences."),
    });
  } else if (description !== undefined && description.length > maxDescriptionChars) {
    problems.push({
      code: "description_too_long",
      severity: "hint",
      message: `The description has ${description.length} characters. Platforms cut it after about ${maxDescriptionChars}.`,
      fix: "Write what matters first, or shorten it.",
    });
  }

  const card = tag("twitter:card");
  if (card === undefined) {
    problems.push({
      code: "twitter_card_missing",
      severity: "warning",
      message:
        "The page has no `twitter:card`. X then shows a small card or only the link, and Discord a thumbnail.",
      fix: "Request the card with a large image.",
      tag: metaTag("twitter:card", "summary_large_image"),
      platforms: ["X", "Discord"],
    });
  } else if (!["summary_large_image", "summary", "player", "app"].includes(card)) {
    problems.push({
      code: "twitter_card_unknown",
      severity: "warning",
      message: "`twitter:card` is none of `summary_large_image`, `summary`, `player` and `app`.",
      fix: "Request the card with a large image.",
      tag: metaTag("twitter:card", "summary_large_image"),
      platforms: ["X", "Discord"],
    });
  } else if (card === "summary") {
    problems.push({
      code: "twitter_card_small",
      severity: "hint",
      message: "`twitter:card` is `summary`: X and Discord show a thumbnail.",
      fix: "Request the card with a large image, unless your image is square.",
      tag: metaTag("twitter:card", "summary_large_image"),
      platforms: ["X", "Discord"],
    });
  }

  if (tag("og:url") === undefined) {
    problems.push({
      code: "url_missing",
      severity: "hint",
      message: "The page has no `og:url`. Facebook counts each form of its address as a page of its own.",
      fix: "Add the preferred address of the page, without tracking parameters.",
      tag: metaTag("og:url", metadata.canonicalUrl ?? withoutQuery(page.url)),
      platforms: ["Facebook"],
    });
  }
  if (tag("og:type") === undefined) {
    problems.push({
      code: "type_missing",
      severity: "hint",
      message: "The page has no `og:type`, which Open Graph requires.",
      fix: "Add `article` for a post, and `website` for other pages.",
      tag: metaTag("og:type", metadata.publishedTime === undefined ? "website" : "article"),
    });
  }

  for (const name of singleTags) {
    const contents = metaTags.filter((each) => each.name === name).map(({ content }) => content);
    if (new Set(contents).size > 1) {
      problems.push({
        code: "tag_repeated",
        severity: "warning",
        message: `The page has \`${name}\` ${contents.length} times, with different contents. Platforms disagree about which one they read.`,
        fix: "Keep one of them. Often a theme and a plugin both add it.",
        tag: metaTag(name, contents[0] ?? ""),
      });
    }
  }
  const misnamed = metaTags.find(
    ({ name, attribute }) => attribute === "name" && /^og:(title|description|image|url|type)$/.test(name),
  );
  if (
    misnamed &&
    !metaTags.some(({ name, attribute }) => name === misnamed.name && attribute === "property")
  ) {
    problems.push({
      code: "attribute_wrong",
      severity: "warning",
      message: `\`${misnamed.name}\` is in the attribute \`name\`. Open Graph tags are named by \`property\`, and not all platforms read others.`,
      fix: "Write `property` in place of `name` in all tags that start with `og:`.",
      tag: metaTag(misnamed.name, misnamed.content),
    });
  }
  return problems;
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
