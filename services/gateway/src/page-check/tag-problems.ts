import { metaTag } from "@placard/contracts/image-tags";
import type { PageFacts } from "./page-facts.ts";
import { error, hint, warning, type Problems } from "./problem.ts";

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

/** What is wrong with the tags of a page, except image tags. */
export function listTagProblems(facts: PageFacts): Problems {
  return [...listTextProblems(facts), findCardProblem(facts.tag("twitter:card")), ...listFormProblems(facts)];
}

function listTextProblems({ metadata, tag }: PageFacts): Problems {
  const { documentTitle, description } = metadata;
  const title = tag("og:title");
  const report = documentTitle === undefined ? error : warning;
  return [
    title === undefined &&
      report(
        "title_missing",
        documentTitle === undefined
          ? "The page has neither `og:title` nor `<title>`."
          : "The page has no `og:title`. Some platforms show the text of `<title>`, others no card.",
        "Add the title without the name of your site. Crawlers read the HTML that the server sends: they run no JavaScript.",
        { tag: metaTag("og:title", metadata.title ?? "The title of the page") },
      ),
    tag("og:description") === undefined &&
      warning(
        "description_missing",
        description === undefined
          ? "The page has no description: cards show the title only."
          : "The page has no `og:description`. Some platforms read `description` in its place.",
        "Add one or two sentences that make people open the page.",
        { tag: metaTag("og:description", description ?? "What the page is about, in one or two sentences.") },
      ),
  ];
}

function findCardProblem(card: string | undefined): Problems[number] {
  const fix = "Request the card with a large image.";
  const details = { tag: metaTag("twitter:card", "summary_large_image"), platforms: ["X", "Discord"] };
  if (card === undefined)
    return warning(
      "twitter_card_missing",
      "The page has no `twitter:card`. X then shows a small card or only the link, and Discord a thumbnail.",
      fix,
      details,
    );
  if (card === "summary")
    return hint(
      "twitter_card_small",
      "`twitter:card` is `summary`: X and Discord show a thumbnail.",
      "Request the card with a large image, unless your image is square.",
      details,
    );
  return undefined;
}

function listFormProblems({ page, metadata, tag }: PageFacts): Problems {
  const { metaTags, canonicalUrl } = metadata;
  const contentsOf = (name: string) =>
    metaTags.filter((each) => each.name === name).map(({ content }) => content);
  return [
    tag("og:url") === undefined &&
      hint(
        "url_missing",
        "The page has no `og:url`. Facebook counts each form of its address as another page.",
        "Add the preferred address of the page, without tracking parameters.",
        { tag: metaTag("og:url", canonicalUrl ?? withoutQuery(page.url)), platforms: ["Facebook"] },
      ),
    ...singleTags
      .map((name) => ({ name, contents: contentsOf(name) }))
      .filter(({ contents }) => new Set(contents).size > 1)
      .map(({ name, contents: [first = "", ...others] }) =>
        warning(
          "tag_repeated",
          `The page has \`${name}\` ${others.length + 1} times, with different contents. Platforms disagree about which one they read.`,
          "Keep one of them. Often a theme and a plugin both add it.",
          { tag: metaTag(name, first) },
        ),
      ),
  ];
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
