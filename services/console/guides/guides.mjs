import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { guideGroups, slugOf } from "./guide-list.mjs";
import { parseGuide } from "./parse-guide.mjs";
import { renderGuide } from "./render-guide.mjs";
import { searchKeywords } from "./search-keywords.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));

export function readGuides() {
  return guideGroups.map(({ title, guides }) => ({
    title,
    guides: guides.map((guide) => {
      const parsed = parseGuide(readFileSync(join(root, guide.file), "utf8"));
      return { slug: slugOf(guide), ...guide, title: guide.title ?? parsed.title, parsed };
    }),
  }));
}

/** @typedef {ReturnType<typeof readGuides>} GuideGroups */

/**
 * The paths of all pictures in the guides. Warns about those that do not exist: `npm run generate`, which
 * renders them, needs a build.
 * @param {GuideGroups} groups
 */
export function picturesOf(groups) {
  const pictures = groups
    .flatMap(({ guides }) => guides)
    .flatMap(({ file, parsed }) => parsed.tokens.flatMap(imagesIn).map((path) => pathOf(file, path)));
  const missing = pictures.filter((path) => !existsSync(path));
  for (const path of missing)
    console.error(`${relative(root, path)} does not exist. Run \`npm run generate\`.`);
  return pictures.filter((path) => !missing.includes(path));
}

/**
 * @param {import("marked").Token} token
 * @returns {string[]}
 */
function imagesIn(token) {
  if (token.type === "image") return [token["href"]];
  return ("tokens" in token ? (token.tokens ?? []) : []).flatMap(imagesIn);
}

/**
 * Renders all guides. Throws an Error if a link, or keywords for the search, are about a heading that does
 * not exist.
 * @param {GuideGroups} groups
 * @param {(path: string) => string | undefined} hashedPath returns the path of a picture below the base URL
 */
export function renderGuides(groups, hashedPath) {
  const all = groups.flatMap(({ guides }) => guides);
  const addresses = new Set(
    all.flatMap(({ slug, parsed }) => parsed.sections.map(({ id }) => addressOf(slug, id))),
  );
  const missing = Object.keys(searchKeywords).filter((address) => !addresses.has(address));
  if (missing.length > 0)
    throw new Error(`search-keywords.mjs names missing sections: ${missing.join(", ")}`);
  return groups.map(({ title, guides }) => ({
    title,
    guides: guides.map(({ file, slug, title: guideTitle, summary, parsed }) => ({
      slug,
      title: guideTitle,
      summary,
      sections: parsed.sections.map((section) => ({
        ...section,
        keywords: searchKeywords[addressOf(slug, section.id)],
      })),
      html: renderGuide(parsed, {
        resolveLink: (link) => resolveLink(all, file, link),
        resolvePicture(path) {
          const hashed = hashedPath(pathOf(file, path));
          return hashed === undefined ? undefined : `../${hashed}`;
        },
      }),
    })),
  }));
}

/**
 * The address of a section, relative to `/docs/`.
 * @param {string} slug
 * @param {string} id
 */
const addressOf = (slug, id) => (id === "" ? slug : `${slug}#${id}`);

/**
 * @param {GuideGroups[number]["guides"]} guides
 * @param {string} file that contains the link
 * @param {string} link
 * @returns {string | undefined} an address relative to `/docs/`; undefined for files that are not served
 */
function resolveLink(guides, file, link) {
  const [path = "", id] = link.split("#");
  const target = relativeTo(file, path);
  if (target === "README.md") return "../docs";
  const guide = guides.find((each) => each.file === target);
  // Another test checks that the file exists: container builds don't have all files.
  if (!guide) return undefined;
  if (id === undefined) return guide.slug;
  if (!guide.parsed.sections.some((section) => section.id === id))
    throw new Error(`${file} links to ${link}, which has no such heading.`);
  return `${guide.slug}#${id}`;
}

/**
 * @param {string} file
 * @param {string} path
 */
const relativeTo = (file, path) => normalize(join(dirname(file), path));

/**
 * @param {string} file
 * @param {string} path
 */
const pathOf = (file, path) => join(root, relativeTo(file, path));
