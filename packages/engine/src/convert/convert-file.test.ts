import assert from "node:assert/strict";
import { mock } from "node:test";
import { convertCard, convertSource } from "./testing/convert-source.ts";

describe("convertFile", () => {
  it("writes elements on lines of their own, where white space has no effect", async () => {
    const { html } = await convertCard(`export default () => (
        <main><p><b>1</b><i>2</i></p><div style={{ display: "flex" }}><b>3</b><i>4</i></div>
        <section><div style={{ display: "inline-block" }}>5</div><div>6</div></section></main>
      );`);
    const lines = html.slice(html.indexOf("<main>")).split("\n");
    assert.deepEqual(lines.slice(0, 6), [
      "<main>",
      "  <p><b>1</b><i>2</i></p>",
      '  <div style="display: flex">',
      "    <b>3</b>",
      "    <i>4</i>",
      "  </div>",
    ]);
    assert.match(
      lines[6]!,
      /^ {2}<section><div style="display: inline-block">5<\/div><div>6<\/div><\/section>$/,
    );
  });

  it("converts elements whatever JSX transform tsconfig.json and pragmas name", async () => {
    const tsconfig = JSON.stringify({ compilerOptions: { jsx: "react" } });
    const source = `/** @jsx h */ import React from "react";
      export default ({ photo }) => <main><img src={photo} width={9} height={9} /></main>;`;
    const { html } = await convertSource("card.tsx", source, { "tsconfig.json": tsconfig });
    assert.match(html, /<img src="\{\{photo\}\}" width="9" height="9">/);
  });

  it("compiles the classes of tw and of documents without styles with Tailwind", async () => {
    const card = await convertSource(
      "card.tsx",
      `import satori from "satori";
      export default () => <div tw="flex w-full h-full bg-teal-600 rounded p-4 nosuch">1</div>;`,
    );
    assert.match(card.html, /class="flex w-full h-full bg-teal-600 rounded-sm p-4"/);
    assert.match(card.html, /\.bg-teal-600 \{\s*background-color: var\(--color-teal-600\)/);
    assert.deepEqual(card.losses.slice(1), ["2 dropped Tailwind has no class `nosuch`"]);
    const icon = `import { createElement } from "react";
      export default () => <main tw="p-4 x">\n{createElement("svg", { viewBox: "0 0 1 1", className: "icon" })}</main>;`;
    const { html, losses } = await convertSource("icon.jsx", icon);
    assert.match(html, /class="p-4"/);
    assert.deepEqual([losses.at(-1), html.includes("icon")], ["2 dropped Tailwind has no class `x`", false]);
    const component = await convertSource(
      "component.jsx",
      `export default () => <div tw="flex-grow">1</div>;`,
    );
    assert.match(component.html, /\* \{ display: flex; position: relative; [^}]*\}[^]*class="grow"/);
    const page = await convertSource(
      "page.html",
      '<main class="flex gap-2 p-4">\n<p class="text-xl x">1</p></main>',
    );
    assert.match(page.html, /\.text-xl \{/);
    assert.deepEqual(page.losses, ["2 dropped Tailwind has no class `x`"]);
  });

  it("resets the styles of browsers for the classes of a component, as Tailwind does", async () => {
    const { html } = await convertCard(
      `export default () => <main className="p-4"><h1 className="text-8xl">1</h1></main>;`,
    );
    assert.match(html, /@layer base \{\s*\*, ::before, ::after \{[^}]*margin: 0;/);
    const { html: other } = await convertCard(`export default () => <main tw="p-4">1</main>;`);
    assert.doesNotMatch(other, /@layer base \{/);
  });

  it("compiles style elements for Tailwind, below the source's own rules", async () => {
    const { html, losses } = await convertSource(
      "page.html",
      `<style>body { font-family: serif } .größe { color: red }</style><style type="text/tailwindcss">
      @theme { --color-brand: #123456; } @layer components { .btn { @apply px-4 rounded-full; } }</style>
      <body class="bg-brand"><p class="btn größe shadow-lg">1</p></body>`,
    );
    assert.match(html, /@layer theme, base, components, utilities;/);
    assert.match(
      html,
      /@layer base \{[^@]*:root \{\s*line-height: 1\.5;\s*font-family: sans-serif;\s*\}\s*\}/,
    );
    assert.match(html, /\.bg-brand \{\s*background-color: var\(--color-brand\)/);
    assert.match(html, /\.btn \{\s*border-radius: 9999px;/);
    assert.match(html, /@property --tw-shadow \{/);
    assert.doesNotMatch(html, /h1|@layer properties/);
    assert.deepEqual(losses, []);
  });

  it("applies the classes of tw as satori does: the later one wins, and it knows few of them", async () => {
    const { html, losses } = await convertCard(`import { ImageResponse } from "next/og";
      export default () => new ImageResponse(
        <div tw="flex px-2 p-8 space-x-4 bg-gradient-to-r gap-4 size-full bg-red-950 hidden flex" className="w-1"><b tw="p-4 px-2">1</b></div>,
      );`);
    assert.match(html, /<div class="flex p-8 flex">\s*<b class="p-4 px-2">1/);
    assert.doesNotMatch(
      html,
      /padding-inline: calc\(var\(--spacing\) \* 2\);[^]*padding-inline: calc|w-1|\.hidden/,
    );
    assert.deepEqual(losses, []);
  });

  it("reads HTML of satori-html, and HTML that is passed to a renderer", async () => {
    const { html, losses } = await convertSource(
      "og.png.ts",
      `import satori from "satori";
      import { html } from "satori-html";
      export const GET = ({ props: { title, tags } }) => satori(html\`
        <div class="flex flex-col">
          <h1 style="clip-path: url(#a)"><a>\${title}</a><i class="w-1" /></h1>
          \${tags.map((tag) => \`<b>\${tag.name}</b>\`).join("")}
        </div>\`, {});`,
    );
    assert.match(html, /flex-direction: column; width: 100%; height: 100%">\s*<div class="flex flex-col">/);
    assert.match(html, /<b each="item of tags">\{\{item\.name\}\}<\/b>/);
    assert.match(html, /:where\(a\) \{ color: inherit; text-decoration: none \}/);
    assert.match(html, /<a>\{\{title\}\}<\/a>\s*<i class="w-1"><\/i>\s*<\/h1>/);
    assert.deepEqual(losses.map((loss) => loss.replace(/: At .*|: `.*/u, "")).length, 1);
    assert.match(losses[0]!, /^5 dropped `clip-path: url/);
    const text = await convertSource(
      "server.ts",
      `import { ImageResponse } from "workers-og";
      export const GET = ({ url }) => new ImageResponse("<p>" + url.searchParams.get("title") + "</p>");`,
    );
    assert.match(text.html, /<p>\{\{title\}\}<\/p>/);
  });

  it("keeps HTML of satori-html within HTML, and finds the lines of files named by a parameter", async () => {
    const { html, losses } = await convertSource(
      "[slug].png.ts",
      `import satori from "satori";
      import { html } from "satori-html";
      export const GET = ({ props: { date } }) => satori(html\`
        <div style="clip-path: url(#a)">\${date ? html\`<p>\${date}</p>\` : ""}</div>\`, {});`,
    );
    assert.match(html, /<p if="date">\{\{date\}\}<\/p>/);
    assert.match(losses.join("\n"), /^4 dropped `clip-path: url[^\n]*$/);
  });

  it("converts elements that are not written in JSX, and reports their losses where the card is rendered", async () => {
    const { html, losses } = await convertSource(
      "card.js",
      `import satori from "satori";
      export const draw = (title, tags) => {
        const row = (style, children) => ({ type: "div", props: { style, children } });
        return satori(row({ clipPath: "url(#a)" }, [
          row({ color: "red" }, title),
          ...(tags ? [row({ gap: 8 }, tags.map((tag) => row({ color: "red" }, tag)))] : []),
          row({ color: "red" }, "end"),
        ]), {});
      };`,
    );
    assert.match(
      html,
      /<div style="gap: 8px; flex-shrink: 0; max-width: 100%" if="tags">\s*<div style="color: red" each="item of tags">\{\{item\}\}/,
    );
    assert.match(losses.join("\n"), /^4 dropped `clip-path: url[^\n]*$/);
  });

  it("converts elements of packages that are compiled for the JSX runtime of React", async () => {
    const box = `import { jsx } from "react/jsx-runtime";
      export const Box = ({ children }) => jsx("section", { children });`;
    const card = `import { Box } from "kit"; export default ({ title }) => <Box>{title}</Box>;`;
    const { html } = await convertSource("card.jsx", card, { "node_modules/kit/index.js": box });
    assert.match(html, /<section>\{\{title\}\}<\/section>/);
  });

  it("runs imported modules with a top-level await, also those that import or re-export each other", async () => {
    const { html, losses } = await convertSource(
      "card.tsx",
      `import site, { name, type Unused } from "./lib";
      export default ({ title }) => <main><b>{name}</b><i>{site.url}</i>{title}</main>;`,
      {
        "lib.ts": `export * from "./site"; export { default } from "./config";`,
        "site.ts": `import config from "./config"; export const name = await Promise.resolve(config.url + "!");`,
        "config.ts": `export { name } from "./other"; export default { url: "a.b" };`,
        "other.ts": `import config from "./config"; export const name = () => config;`,
      },
    );
    assert.match(html, /<b>a\.b!<\/b><i>a\.b<\/i>\{\{title\}\}/);
    assert.deepEqual(losses, []);
  });

  it("drops data URLs that can't be assets, and reports them", async () => {
    const { losses } = await convertSource(
      "card.html",
      '<main>\n<img src="data:image/png;base64,AAAA">1</main>',
    );
    assert.match(losses.join(), /^2 dropped /);
    const noise = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cfilter%3E%3CfeTurbulence/%3E%3C/filter%3E%3C/svg%3E`;
    const css = `<style>\nmain { background: url("${noise}") }</style><main>1</main>`;
    assert.match((await convertSource("noise.html", css)).losses.join(), /^2 dropped The image /);
  });

  it("shows dropped elements as the source has them", async () => {
    const { losses } = await convertSource("a.jsx", `export default () => <main><img alt="a" />1</main>;`);
    assert.match(losses.join(), /^1 dropped The element `<img alt="a">`: /);
  });

  it("says that code did not finish", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let isDone = false;
    const source = "await new Promise(() => {}); export default () => <p>1</p>;";
    const check = assert.rejects(convertSource("card.tsx", source), /did not finish within 30 s/);
    void check.finally(() => (isDone = true)).catch(() => undefined);
    while (!isDone) {
      await new Promise(setImmediate);
      mock.timers.tick(30_000);
    }
    mock.timers.reset();
    await check;
  });

  it("stops a loop that blocks, and says where it is", async () => {
    const source = `export default async function Card() {
      let cursor;
      do try {
        const response = await fetch("/posts?after=" + cursor);
        cursor = (await response.json()).next;
        for (;;) cursor.tags.push(0);
      } catch {} while (cursor);
    }`;
    await assert.rejects(
      convertSource("card.jsx", source),
      /A loop does not end, in line 6 of .*card\.jsx\. /,
    );
  });

  it("says why a module can't be converted", async () => {
    await assert.rejects(convertSource("a.tsx", "export default () => <div"), /can't be converted/);
    await assert.rejects(
      convertSource("b.tsx", 'export default () => { throw new Error("boom") }'),
      /in line 1 of .*b\.tsx: boom/,
    );
    await assert.rejects(
      convertSource("c.tsx", "export const value = 1"),
      /no export returns a React element/,
    );
    await assert.rejects(convertSource("e.tsx", "export const Card = () => null"), /no export returns/);
    await assert.rejects(convertSource("d.ts", "process.exit(1)"), /the code ended its process/);
    const empty = `import { Card } from "missing"; export default () => <Card />;`;
    await assert.rejects(convertSource("e.tsx", empty), /Its code failed: it renders nothing\./);
    const large = `<main>${"<p>text</p>".repeat(7000)}</main>`;
    await assert.rejects(convertSource("f.html", large), /larger than 64 KiB\. Move drawings to assets/);
    const vue = "<template><main>1</main></template>";
    await assert.rejects(convertSource("g.vue", vue), /component of a framework that is not supported/);
    const importing = `import satori from "satori"; import Card from "./card.svelte"; satori(Card, {});`;
    await assert.rejects(convertSource("h.ts", importing), /\.\/card\.svelte is a component of a framework/);
  });
});
