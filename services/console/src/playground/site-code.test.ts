import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { signLink } from "@placard/client";
import { createTempDirectory } from "@placard/testing";
import { build } from "esbuild";
import { frameworks, siteCode, signingFunction, type Framework } from "./site-code.ts";

const card = {
  baseUrl: "https://og.example.com",
  file: "blog.png",
  width: 1200,
  height: 630,
  fields: ["title", "description", "author"],
  hasLists: false,
  options: {},
};
const post = { title: "Café & “crème”: (50% off)*!", description: "", author: undefined };
const tags = [{ name: "One" }, { name: "Two" }];
const tagsWithEmpty = [{ name: "One", photo: "" }, { name: "Two", photo: null }, ""];
const names = Object.keys(frameworks) as Framework[];

/** Calls the function of each framework with a post. @returns what has the link */
const calls: Record<Framework, string> = {
  nextjs:
    'import { generateMetadata } from "./app/posts/[slug]/page.tsx"; export const link = (await generateMetadata({ params: Promise.resolve({ slug: "a" }) })).openGraph.images[0].url;',
  astro:
    'import { link as path } from "./src/layouts/Post.ts"; export const link = `https://og.example.com${path}`;',
  sveltekit:
    'import { load } from "./src/routes/posts/[slug]/+page.server.js"; export const link = (await load({ params: {} })).card;',
  html: 'import { metaTags } from "./page.js"; export const link = /content="([^"]*)"/.exec(metaTags(sample))[1].replaceAll("&amp;", "&");',
};

describe("the code for a site in the playground", () => {
  const cases = [
    ...names.map((framework) => [framework, false] as const),
    ["html", true] as const, // lists change only the function that all call
  ];
  for (const [framework, hasLists] of cases)
    it(`signs the link of a page${hasLists ? " with lists" : ""} with ${frameworks[framework]}, without its empty values`, async () => {
      const directory = await createTempDirectory();
      try {
        const fields = hasLists ? ["title", "tags", "author", "description"] : card.fields;
        const siteOptions = hasLists ? { width: "800" } : { brand: "dark" };
        for (const { name, code } of siteCode(framework, {
          ...card,
          fields,
          hasLists,
          options: siteOptions,
        })) {
          // The script of an Astro component is a module with the properties of its page.
          const script = /^---\n([^]*?)^---$/m.exec(code)?.[1];
          const path = join(directory.path, script === undefined ? name : name.replace(".astro", ".ts"));
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, script === undefined ? code : `${script}export { link };`);
        }
        await writeFile(
          join(directory.path, "env.js"),
          "export const { PLACARD_KEY_ID, PLACARD_SECRET } = env;",
        );
        const outfile = join(directory.path, "out.mjs");
        const given = `const env = { PLACARD_KEY_ID: "key-1", PLACARD_SECRET: "plks_secret" };
          const process = { env }, sample = ${JSON.stringify({ ...post, tags: tagsWithEmpty, author: null })}, Astro = { props: sample }, loadPost = () => sample;`;
        await build({
          stdin: { contents: calls[framework], resolveDir: directory.path },
          bundle: true,
          platform: "node",
          format: "esm",
          outfile,
          banner: { js: given },
          define: { "import.meta.env": "env" },
          alias: {
            "@": directory.path,
            $lib: join(directory.path, "src/lib"),
            "$env/static/private": join(directory.path, "env.js"),
          },
          logLevel: "error",
        });
        const { link } = (await import(pathToFileURL(outfile).href)) as { link: string };
        const { baseUrl } = card;
        const key = { baseUrl, kid: "key-1", secret: "plks_secret" };
        const request = { ...key, template: "blog", format: "png" } as const;
        const { title } = post;
        const expected = hasLists
          ? signLink<string>({
              ...request,
              data: { title, tags } as never,
              options: { width: 800 },
              form: "short",
            })
          : signLink<string>({ ...request, data: { title }, options: { brand: "dark" } });
        assert.equal(link, await expected);
      } finally {
        await directory.remove();
      }
    });

  it("is in the guides", async () => {
    const read = (name: string) => readFile(new URL(`../../../../docs/${name}.md`, import.meta.url), "utf8");
    assert.ok((await read("signed-links")).includes(signingFunction));
    const recipes = await read("recipes");
    for (const framework of names)
      for (const { name, code } of siteCode(framework, card))
        assert.ok(recipes.includes(code), `${name} in docs/recipes.md`);
  });
});
