import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createSearch } from "./search-index.ts";

interface Guide {
  slug: string;
  title: string;
  sections: { id: string; title: string; text: string; keywords?: string }[];
}

const guides = new URL("../public/guides.json", import.meta.url); // of the build
const groups = JSON.parse(readFileSync(guides, "utf8")) as { guides: Guide[] }[];
const search = createSearch(
  groups
    .flatMap((group) => group.guides)
    .flatMap(({ slug, title: page, sections }) =>
      sections.map((section) => ({
        ...section,
        page,
        path: `docs/${slug}${section.id && `#${section.id}`}`,
      })),
    ),
);

describe("the search of the documentation", () => {
  for (const [query, path] of [
    ["which CSS works", "template-properties"],
    ["how do I deploy behind nginx with TLS", "go-live#nginx"],
    ["add webhook", "webhooks#create-a-webhook"],
    ["limit costs", "limits#daily-quota"],
    ["max spend", "limits#daily-quota"],
    ["api key rotation", "accounts#api-keys"],
    ["why is my text cut off", "editor#text-that-is-cut-off-or-missing"],
    ["what happens when redis is down", "operations#placardredisout"],
    ["DAILY_RENDERS", "configuration#gateway"],
    ["rate limit", "limits#rate-limits"],
    ["pipeline", "recipes#rendering-all-cards-in-ci"],
    ["CI", "recipes#rendering-all-cards-in-ci"],
    ["twitter", "quick-start#add-it-to-a-page"],
    ["webhook", "webhooks"],
    ["nginx", "go-live#nginx"],
    ["own domain", "recipes#your-own-domain"],
    ["custom domain", "recipes#your-own-domain"],
    ["cname", "recipes#your-own-domain"],
    ["https", "go-live#tls"],
    ["deploy", "go-live"],
    ["logo", "brands#logos"],
    ["wrong signature", "signed-links#checking-a-link"],
    ["invalid signatur", "signed-links#checking-a-link"],
    ["eleventy", "recipes#eleventy-and-other-static-sites"],
    ["static site", "recipes#eleventy-and-other-static-sites"],
    ["login", "accounts#passkeys"],
    ["hugoo", "recipes#hugo"],
    ["crop", "editor#images"],
    ["undo", "editor#mouse-and-keys"],
    ["photo too large", "limits#uploads"],
    ["text overflows", "editor#text-that-is-cut-off-or-missing"],
    ["wrong picture cached", "check#wrong-or-old-image"],
    ["satori", "template-files#convert-a-card"],
  ] as const)
    it(`finds ${path} first for “${query}”`, () => assert.equal(search(query)[0]?.path, `docs/${path}`));
});
