import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTempDirectory, type TempDirectory } from "@placard/testing";
import { openTemplate } from "../folder/open-template.ts";
import { convertFile } from "./convert-file.ts";

describe("convertFile", () => {
  let directory: TempDirectory;
  let count = 0;
  before(async () => (directory = await createTempDirectory()));
  after(() => directory.remove());

  /** Converts a file, and checks that the result is a template without errors. */
  async function convert(name: string, source: string, others: Readonly<Record<string, string>> = {}) {
    const [project, folder] = [join(directory.path, `p${++count}`), join(directory.path, `t${count}`)];
    await mkdir(project);
    for (const [file, text] of Object.entries({ ...others, [name]: source }))
      await writeFile(join(project, file), text);
    const losses = await convertFile(join(project, name), folder);
    const { problems } = await openTemplate(folder);
    assert.deepEqual(
      problems.filter(({ severity }) => severity === "error"),
      [],
    );
    const json = JSON.parse(await readFile(join(folder, "template.json"), "utf8")) as Record<string, unknown>;
    const html = await readFile(join(folder, "template.html"), "utf8");
    return { json, html, losses: losses.map(({ line, severity, what }) => `${line} ${severity} ${what}`) };
  }

  it("makes fields, conditions, loops and examples of what a route gets from outside", async () => {
    const { json, html, losses } = await convert(
      "route.tsx",
      `import { ImageResponse } from "next/og";
      import { loadPost } from "./missing-module";
      export async function GET(request: Request) {
        const { searchParams } = new URL(request.url);
        const title: string = searchParams.get("title") ?? "Hello";
        const post = await loadPost(searchParams.get("slug"));
        const icon = await fetch("https://example.com/icon.png").then((response) => response.arrayBuffer());
        return new ImageResponse(
          <div style={{ width: "100%", height: "100%", display: "flex", padding: 40 }}>
            <h1 style={{ color: post.color, width: post.share + "%" }}>{title}</h1>
            {post.subtitle ? <p>{post.subtitle}</p> : <i>none</i>}
            {post.tags.map((tag) => <b key={tag.id}>#{tag.name.toUpperCase()}</b>)}
            <img src={post.cover} width={90} height={90} />
          </div>,
          { width: 1200, height: 630, fonts: [{ name: "Geist", data: icon }] },
        );
      }`,
    );
    assert.match(
      html,
      /<h1 style="--color: \{\{color\}\}; --share: \{\{share\}\}; color: var\(--color\); width: calc\(var\(--share\) \* 1%\)">\{\{title\}\}/,
    );
    assert.match(html, /<p if="subtitle">\{\{subtitle\}\}<\/p>/);
    assert.match(html, /<i unless="subtitle">none<\/i>/);
    assert.match(
      html,
      /<b each="item of tags">#\{\{item\.name \| upper\}\}<\/b>\s+<img src="\{\{cover\}\}" width="90" height="90">/,
    );
    const fields = json["fields"] as Record<string, Record<string, unknown>>;
    assert.deepEqual(fields["title"], { type: "string", maxLength: 300, example: "Hello" });
    assert.deepEqual(
      [
        fields["color"]?.["format"],
        fields["share"]?.["type"],
        fields["cover"]?.["format"],
        fields["tags"]?.["type"],
      ],
      ["color", "number", "image-url", "array"],
    );
    assert.deepEqual(losses, [
      "9 approximated The font `Geist` is not part of the template. Upload its files as assets and declare them with `@font-face`, or use a bundled font, such as `Inter`",
    ]);
  });

  it("makes fields of the type number of values that code converts to numbers", async () => {
    const { json, html, losses } = await convert(
      "card.jsx",
      `export default ({ share, likes }) => (
        <p style={{ width: Number(share ?? 40) + "%" }}>{parseInt(likes, 10)} of {parseFloat("2.5")}</p>
      );`,
    );
    assert.match(html, /width: calc\(var\(--share, 40\) \* 1%\)">\{\{likes\}\} of 2\.5<\/p>/);
    const fields = json["fields"] as Record<string, Record<string, unknown>>;
    assert.deepEqual([fields["share"]?.["type"], fields["likes"]?.["type"]], ["number", "number"]);
    assert.deepEqual(losses, []);
  });

  it("writes elements on lines of their own, where white space has no effect", async () => {
    const { html } = await convert(
      "card.jsx",
      `export default () => (
        <main><p><b>1</b><i>2</i></p><div style={{ display: "flex" }}><b>3</b><i>4</i></div>
        <section><div style={{ display: "inline-block" }}>5</div><div>6</div></section></main>
      );`,
    );
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

  it("reports calculations, methods, conditions and components that the template does not have", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `import { Logo } from "./missing-logo";
      export default function Card({ title, count, theme = "light" }) {
        return (
          <div style={{ fontSize: title.length > 40 ? 40 : 60 }}>
            <Logo />
            <p>{title.slice(0, 60)} {count * 2}</p>
            <p style={{ color: theme === "light" ? "red" : "blue" }}>x</p>
          </div>
        );
      }`,
    );
    assert.match(
      html,
      /<p>\{\{title\}\} \{\{result\}\}<\/p>\s+<p style="color: red" unless="theme and theme != light">/,
    );
    assert.deepEqual(losses, [
      "4 approximated The condition `title.length > 40` counts as with a length of 3",
      "5 dropped The component `missing-logo.Logo`: its module can't be found",
      "6 approximated The result of a calculation is now the field `result`",
      "6 approximated `title.slice()` is not applied",
      "6 dropped A calculation with `count`",
    ]);
  });

  it("leaves a value out that the code fails with, and uses its default", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `export default ({ price, currency = "EUR" }) => (
        <main>{new Intl.NumberFormat("en", { style: "currency", currency }).format(price)}</main>
      );`,
    );
    assert.match(html, /<main>€\{\{result\}\}<\/main>/);
    assert.match(
      losses[0]!,
      /^1 approximated The card has no `currency`: the code fails with a placeholder for it/,
    );
  });

  it("reports what depends on the index of a list's entry", async () => {
    const { losses } = await convert(
      "card.jsx",
      `export default ({ tags }) => (
        <main>{tags.map((tag, index) => (
          <b style={{ color: ["red", "blue"][index % 2] }}>{tag}</b>
        ))}</main>
      );`,
    );
    assert.deepEqual(losses, [
      "3 approximated It depends on the index of a list's entry: all entries are as the first one",
    ]);
  });

  it("keeps texts that are shown only with or without a value", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `export default ({ name, city, date, host, nick }) => (
        <main>
          <p>{name ? "Hello" : "Nobody"}</p>
          <p>{city ? <b>{city}</b> : "nowhere"}</p>
          <i>{date ? "on " + date + " at noon" : "soon"}</i>
          {city ? <img src="https://example.com/a.png" /> : <b>{host[0]}</b>}
          <s>{nick || "@" + host}</s>
        </main>
      );`,
    );
    assert.match(html, /<b unless="city">\{\{host \| first\}\}<\/b>/);
    assert.match(html, /<span unless="city">nowhere<\/span><b if="city">\{\{city\}\}<\/b>/);
    assert.match(html, /<span unless="name">Nobody<\/span><span if="name">Hello<\/span>/);
    assert.match(html, /<span unless="date">soon<\/span><span if="date">on \{\{date\}\} at noon<\/span>/);
    assert.match(html, /<span unless="nick">@\{\{host\}\}<\/span>\{\{nick\}\}/);
    assert.deepEqual(losses, []);
  });

  it("shows each text once, whichever of several values are missing", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `export default ({ city, day, speakers }) => (
        <main>
          <p>{city}</p>
          <p>{day}</p>
          {speakers.map((speaker) => <i>{speaker.name}</i>)}
          {city && day ? <b>{city}, {day}</b> : <em>soon</em>}
        </main>
      );`,
    );
    assert.match(
      html,
      /<p>\{\{city\}\}<\/p><p>\{\{day\}\}<\/p><i each="item of speakers">\{\{item.name\}\}<\/i>/,
    );
    assert.match(html, /<em unless="city and day">soon<\/em><b if="city and day">/);
    assert.deepEqual(losses, []);
  });

  it("names the loop variables of loops within loops apart, and makes a list of an entry one text", async () => {
    const { json, html, losses } = await convert(
      "card.jsx",
      `export default ({ days, rooms, photos }) => (
        <main>
          {days.map((day) => <p>{day.name}{rooms.map((room) => <b>{room}</b>)}</p>)}
          {days.map((day) => <i>{day.speakers.map((speaker) => <u>{speaker.name}</u>)}</i>)}
          {photos.map((photo) => <img src={photo} width={9} height={9} />)}
        </main>
      );`,
    );
    assert.match(
      html,
      /<p each="item of days">\{\{item\.name\}\}<b each="item_2 of rooms">\{\{item_2\}\}<\/b>/,
    );
    assert.match(html, /<i each="item of days"><u>\{\{item\.speakers_name\}\}<\/u><\/i>/);
    assert.match(html, /<img src="\{\{item_3\}\}" width="9" height="9" each="item_3 of photos">/);
    const fields = json["fields"] as Record<string, { items?: object }>;
    assert.deepEqual(Object.keys(fields["days"]!.items!), ["name", "speakers_name"]);
    assert.deepEqual(fields["photos"]!.items, { type: "string", format: "image-url" });
    assert.deepEqual(losses, [
      "4 approximated The list `days.[].speakers` is in another list: it is one text in each entry",
    ]);
  });

  it("keeps lists that are mapped twice, and the properties that components read from a spread", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `const Row = ({ kind = "news", ...rest }) => <p style={{ color: { news: "red" }[kind] }}>{kind}: <Text {...rest} /></p>;
      const Text = ({ text, format }) => <b>{text} {format}</b>;
      export default ({ rows, tags, scores, ...others }) => {
        const names = tags.slice(0, 3).map((tag) => tag.name);
        const best = Math.max(...scores.map(({ value }) => value));
        const card = { ...others.meta };
        return (
          <main>
            {rows.map((row) => <Row key={row.id} {...row} />)}
            {names.length > 0 ? names.map((name) => <i>{name}</i>) : <u>none</u>}
            <s>{best} {card.title}</s>
          </main>
        );
      };`,
    );
    assert.match(
      html,
      /<p style="color: red" unless="item_2\.kind and item_2\.kind != news">\{\{item_2\.kind\}\}: <b>\{\{item_2\.text\}\} \{\{item_2\.format\}\}<\/b>/,
    );
    assert.match(html, /<i each="item of tags">\{\{item\.name\}\}<\/i>/);
    assert.deepEqual(losses, [
      "3 dropped The properties of `{...props}` are not known",
      "4 approximated `tags.slice()` is not applied",
      "5 approximated Code iterates over `scores`: only its first entry is shown",
      "5 dropped A calculation with `scores.[].value`",
      "11 approximated The result of a calculation is now the field `result`",
    ]);
  });

  it("uses the default of a color, and not the card's color of the same name", async () => {
    const { html } = await convert(
      "card.jsx",
      `export default ({ accent = "#e5341f" }) => <main style={{ color: accent }}>x</main>;`,
    );
    assert.match(html, /style="--accent-value: \{\{accent\}\}; color: var\(--accent-value, #e5341f\)"/);
  });

  it("compiles the classes of tw and of documents without styles with Tailwind", async () => {
    const card = await convert(
      "card.tsx",
      `import satori from "satori";
      export default () => <div tw="flex w-full h-full bg-teal-600 rounded p-4 nosuch">1</div>;`,
    );
    assert.match(card.html, /class="flex w-full h-full bg-teal-600 rounded-sm p-4 nosuch"/);
    assert.match(card.html, /\.bg-teal-600 \{\s*background-color: var\(--color-teal-600\)/);
    assert.deepEqual(card.losses, ["2 dropped Tailwind has no class `nosuch`"]);
    const component = await convert("component.jsx", `export default () => <div tw="flex-grow">1</div>;`);
    assert.match(component.html, /\* \{ display: flex; position: relative \}[^]*class="grow"/);
    const page = await convert(
      "page.html",
      '<main class="flex gap-2 p-4">\n<p class="text-xl x">1</p></main>',
    );
    assert.match(page.html, /\.text-xl \{/);
    assert.deepEqual(page.losses, ["2 dropped Tailwind has no class `x`"]);
  });

  it("compiles style elements for Tailwind, below the source's own rules", async () => {
    const { html, losses } = await convert(
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

  it("makes conditions of comparisons, of choices of a switch and an object, and of lists of values", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `const icons = { rain: "umbrella", sun: "hat" };
      function nameOf(day) {
        switch (day) { case "sat": return "Saturday"; case "sun": return "Sunday"; default: return "Workday"; }
      }
      export default ({ city, theme = "dark", verified, weather, day, tags, kind, count, size }) => (
        <p style={{ opacity: count > 3 ? 1 : 0.5 }}>
          {city}{theme === "dark" ? <b>dark</b> : <i>light</i>}{verified && <u>ok</u>}
          <s>{icons[weather]}</s>
          <q>{nameOf(day)}</q>
          {tags.length === 0 && <em>no tags</em>}{size > 0 && <sub>large</sub>}
          {["news", "blog"].includes(kind) ? <a>post</a> : <a>page</a>}
        </p>
      );`,
    );
    assert.match(
      html,
      /<b unless="theme and theme != dark">dark<\/b><i if="theme and theme != dark">light<\/i><u if="verified">ok<\/u>/,
    );
    assert.match(html, /<s>.*<span if="weather = rain">umbrella<\/span>.*<\/s>/);
    assert.match(html, /<span if="day != sat and day != sun">Workday<\/span>/);
    assert.match(html, /<em unless="tags">no tags<\/em><sub if="size and size != 0">large<\/sub>/);
    assert.match(html, /<a if="kind = blog or kind = news">post<\/a>/);
    assert.deepEqual(losses, [
      "6 approximated The condition `count > 3` counts as not met",
      "10 approximated The condition `size > 0` is now `size != 0`",
    ]);
  });

  it("keeps conditions within conditions, and makes the range of a font size of what depends on a length", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `export default ({ title, nick, name, featured, author }) => (
        <main>
          <h1 style={{ fontSize: title.length > 40 ? 40 : title.length > 20 ? 60 : 80 }}>{title}</h1>
          {nick || name ? <p>by</p> : <i>anonymous</i>}
          <div style={{ color: featured ? "red" : "blue" }}>{author ? <b>{author}</b> : <u>nobody</u>}</div>
        </main>
      );`,
    );
    assert.match(html, /<h1 style="font-size: fit\(40px, 80px\)">/);
    assert.match(html, /<p if="nick or name">by<\/p>|<p unless="\w+ and \w+">/);
    assert.match(html, /<i unless="nick or name">anonymous<\/i>/);
    const copies = [...html.matchAll(/<div style="color: (\w+)" (if|unless)="featured">(.*?)<\/div>/gu)];
    assert.deepEqual(copies.map(([, color, word]) => `${color} ${word}`).sort(), ["blue unless", "red if"]);
    for (const [, , , content] of copies)
      assert.equal(content, '<u unless="author">nobody</u><b if="author">{{author}}</b>');
    assert.deepEqual(
      losses.map((loss) => loss.slice(0, 28)),
      Array(2).fill("3 approximated The font size"),
    );
  });

  it("makes fields of what code looks up in data of its own file, with the data as examples", async () => {
    const { html, json, losses } = await convert(
      "route.tsx",
      `import { ImageResponse } from "next/og";
      const posts = [{ slug: "a", title: "First", tags: ["x"] }, { slug: "b", title: "Second", tags: [] }];
      const authors = Object.fromEntries("abcdefghij".split("").map((id) => [id, { name: "Ada " + id }]));
      export default async function Image({ params }) {
        const { slug, author } = await params;
        const post = posts.find((each) => each.slug === slug);
        if (!post) return new ImageResponse(<b>Not found</b>);
        const writer = authors[author as string];
        return new ImageResponse(<p>{post.title} {writer.name} {post.tags.map((tag) => <i>{tag}</i>)}</p>);
      }`,
    );
    assert.match(html, /<p>\{\{title\}\} \{\{name\}\} <i each="item of tags">/);
    const fields = json["fields"] as Record<string, { example?: string }>;
    assert.deepEqual([fields["title"]?.example, fields["name"]?.example], ["First", "Ada a"]);
    assert.deepEqual(losses, [
      "6 approximated `posts` is data of the source: what the card shows of it are fields",
      "7 dropped Another card: it is not converted",
      "8 approximated `authors` is data of the source: what the card shows of it are fields",
    ]);
  });

  it("reports that a source has other cards, and takes nothing from them", async () => {
    const { html, losses } = await convert(
      "route.tsx",
      `import { ImageResponse } from "next/og";
      export const Post = ({ title }) => { if (!title) throw new Error("no title"); return new ImageResponse(<p>{title}</p>); };
      export const Site = () => new ImageResponse(<b>My site</b>);`,
    );
    assert.match(html, /<p>\{\{title\}\}<\/p>/);
    assert.doesNotMatch(html, /My site/);
    assert.deepEqual(losses, ["3 dropped Another card: it is not converted"]);
  });

  it("converts the exported component with the most values, and reports those that it does not contain", async () => {
    const { html, losses } = await convert(
      "cards.jsx",
      `import { ImageResponse } from "next/og";
      export const Background = ({ children }) => <main>{children}</main>;
      export const Docs = ({ title, tag }) => <Background><h1>{title}</h1><i>{tag}</i></Background>;
      export const Empty = () => <b>Nothing</b>;
      import font from "./missing.ttf";
      const data = Buffer.from(font);
      export const draw = (children) => new ImageResponse(children, { fonts: [{ name: "Inter", data }] });`,
    );
    assert.match(html, /<h1>\{\{title\}\}<\/h1>\s+<i>\{\{tag\}\}<\/i>/);
    assert.deepEqual(losses, ["4 dropped The export `Empty` is another card: it is not converted"]);
    const wrapper = await convert(
      "card.jsx",
      `export const Wrapper = ({ children }) =>\n<main>{children}</main>;`,
    );
    assert.deepEqual(wrapper.losses, ["2 dropped Elements that are not known are one text"]);
  });

  it("gives environment variables that are not set the same treatment as other values", async () => {
    const { json, html } = await convert(
      "route.tsx",
      `import { ImageResponse } from "next/og";
      export async function GET() {
        if (!process.env.PLACARD_TEST_KEY) return new ImageResponse(<b>no key</b>);
        const { name } = await fetch(process.env.PLACARD_TEST_URL + "/user").then((response) => response.json());
        const site = import.meta.env.PLACARD_TEST_SITE ?? "Acme";
        return new ImageResponse(<p>{name} {site} {import.meta.env.MODE}</p>);
      }`,
    );
    assert.match(html, /<p>\{\{name\}\} \{\{PLACARD_TEST_SITE\}\} production<\/p>/);
    assert.equal(
      (json["fields"] as Record<string, { example?: string }>)["PLACARD_TEST_SITE"]?.example,
      "Acme",
    );
  });

  it("makes no conditions of what a deployment has, and reports conditions that the code fails with", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `const flagOf = (code) => {
        if (code.length !== 2) return "no flag";
        throw new Error("no flags");
      };
      export default ({ country }) => (
        <p>{process.env.PLACARD_TEST_NEW === "1" ? <b>{country}</b> : <i>{country}</i>}{flagOf(country)}</p>
      );`,
    );
    assert.match(html, /<p><i>\{\{country\}\}<\/i>no flag<\/p>/);
    assert.deepEqual(losses, [
      "2 approximated The condition `country.length !== 2` counts as with a length of 3",
    ]);
  });

  it("reads HTML of satori-html, and HTML that is passed to a renderer", async () => {
    const { html, losses } = await convert(
      "og.png.ts",
      `import satori from "satori";
      import { html } from "satori-html";
      export const GET = ({ props: { title, tags } }) => satori(html\`
        <div class="flex flex-col">
          <h1 style="float: left"><a>\${title}</a><i class="w-1" /></h1>
          \${tags.map((tag) => \`<b>\${tag.name}</b>\`).join("")}
        </div>\`, {});`,
    );
    assert.match(html, /flex-direction: column; width: 100%; height: 100%">\s*<div class="flex flex-col">/);
    assert.match(html, /<b each="item of tags">\{\{item\.name\}\}<\/b>/);
    assert.match(html, /:where\(a\) \{ color: inherit; text-decoration: none \}/);
    assert.match(html, /<a>\{\{title\}\}<\/a>\s*<i class="w-1"><\/i>\s*<\/h1>/);
    assert.deepEqual(losses.map((loss) => loss.replace(/: At .*|: `.*/u, "")).length, 1);
    assert.match(losses[0]!, /^5 dropped `float: left/);
    const text = await convert(
      "server.ts",
      `import { ImageResponse } from "workers-og";
      export const GET = ({ url }) => new ImageResponse("<p>" + url.searchParams.get("title") + "</p>");`,
    );
    assert.match(text.html, /<p>\{\{title\}\}<\/p>/);
  });

  it("gives each image URL that is put together from parts a field of its own", async () => {
    const { json, html, losses } = await convert(
      "card.jsx",
      `export default ({ user = "ada", site }) => (
        <main style={{ backgroundImage: "url(" + site + "/back-drop.png)" }}>
          <img src={"https://example.com/" + user + ".png"} width={9} height={9} />
          <img src={site + "/logo.png"} width={9} height={9} /><p>{user}</p>
        </main>
      );`,
    );
    assert.match(
      html,
      /url\(\{\{back_drop\}\}\).*<img src="\{\{user_image\}\}".*<img src="\{\{logo\}\}".*<p>\{\{user\}\}/s,
    );
    const fields = json["fields"] as Record<string, Record<string, unknown>>;
    assert.deepEqual(fields["user"], { type: "string", maxLength: 300, example: "ada" });
    assert.equal(fields["user_image"]?.["example"], "https://example.com/ada.png");
    assert.deepEqual(
      losses.map((loss) => loss.slice(0, 14)),
      ["2 approximated", "3 approximated", "4 approximated"],
    );
  });

  it("applies the classes of tw as satori does: the later one wins, and it has no gradients and spaces", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `import { ImageResponse } from "next/og";
      export default () => new ImageResponse(
        <div tw="flex px-2 p-8 space-x-4 bg-gradient-to-r from-red-500 hidden flex" className="w-1"><b tw="p-4 px-2">1</b></div>,
      );`,
    );
    assert.match(html, /<div class="flex p-8 flex">\s*<b class="p-4 px-2">1/);
    assert.doesNotMatch(
      html,
      /padding-inline: calc\(var\(--spacing\) \* 2\);[^]*padding-inline: calc|w-1|\.hidden/,
    );
    assert.deepEqual(losses, []);
  });

  it("leaves a value out that code throws and catches an error for, or reports the error", async () => {
    const source = (condition: string) => `import { ImageResponse } from "next/og";
      export async function GET(request) {
        try {
          const kind = request.nextUrl.searchParams.get("kind") ?? "news";
          if (${condition}) throw new Error("unknown kind");
          return new ImageResponse(<p>{kind}</p>);
        } catch {
          return new ImageResponse(<b>Error</b>);
        }
      }`;
    const found = await convert("route.tsx", source(`kind !== "news"`));
    assert.match(found.html, /<p>news<\/p>/);
    assert.match(found.losses.join("\n"), /kind`: the code fails with a placeholder for it \(unknown kind\)/);
    const failing = await convert("route.tsx", source("true"));
    assert.match(failing.html, /<b>Error<\/b>/);
    assert.deepEqual(failing.losses, [
      "6 dropped Another card: it is not converted",
      "8 approximated The code caught an error before it created the card: unknown kind",
    ]);
  });

  it("passes values through functions of JavaScript and Node.js, and through promises", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `import { join } from "node:path";
      import { loadPost } from "./missing-module";
      export default async function Card(title, data) {
        const card = JSON.parse(Buffer.from(data, "base64").toString());
        const post = await loadPost(join(title, "a")).then((found) => found.post);
        const date = new Intl.DateTimeFormat("en").format(new Date(post.date));
        return <p>{title} {card.text} {date}</p>;
      }`,
    );
    assert.match(html, /<p>\{\{title\}\} \{\{text\}\} \{\{date \| date\}\}<\/p>/);
    assert.deepEqual(losses, [
      "6 approximated `missing-module.loadPost.post.date.toLocaleDateString()` became the filter `date`",
    ]);
  });

  it("gives different results of a function, and different files, fields of their own", async () => {
    const { html, losses } = await convert(
      "card.jsx",
      `import { readFile } from "node:fs/promises";
      import { getTranslations, shorten } from "./missing-module";
      const load = (path) => fetch("https://example.com/" + path).then((response) => response.json());
      const read = async (name) => "data:image/png;base64," + (await readFile(name)).toString("base64");
      export default async function Card({ city, day }) {
        const t = await getTranslations("card");
        const [user, team] = [await load("user"), await load("team")];
        return (
          <main>
            <p>{t("title")} {t("subtitle")} {user.name} {team.name} <b>{user.name}</b> {shorten(city)} {shorten(day)}</p>
            <img src={await read("a.png")} width={9} height={9} />
            <img src={await read("b.png")} width={9} height={9} />
          </main>
        );
      }`,
    );
    const names = [...html.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name]) => name);
    assert.deepEqual(names.slice(0, 2), ["title", "subtitle"]);
    assert.deepEqual([names[2], new Set(names).size], [names[4], 8]);
    assert.equal(losses.length, 2, losses.join("\n"));
  });

  it("makes fields of what functions of other files look up by a value, and converts handlers of requests", async () => {
    const found = await convert(
      "route.tsx",
      `import { ImageResponse } from "next/og";
      import { findPost, site } from "./posts";
      export default async function Image({ params }) {
        const { slug } = await params;
        const post = await findPost(slug);
        if (!post) return new ImageResponse(<b>Not found</b>);
        const color = { news: "red" }[post.kind] ?? "blue";
        return new ImageResponse(<p style={{ color, borderColor: post.color + "80" }}>{post.kind} {site}</p>);
      }`,
      {
        "posts.ts": `const posts = [{ slug: "a", kind: "news" }];
        export const site = "Acme";
        export const findPost = async (slug: string) => posts.find((post) => post.slug === slug);`,
      },
    );
    assert.match(found.html, /border-color: color-mix\(in srgb, var\(--color\) 50%, transparent\)/);
    assert.match(found.html, />\{\{kind\}\} Acme<\/p>/);
    assert.doesNotMatch(found.html, /slug|Not found/);
    assert.match(found.html, /color: red;[^"]*" if="kind = news"/);
    assert.match(found.losses.join("\n"), /5 approximated `posts` is data of the source/);
    const handler = await convert(
      "server.ts",
      `import { Hono } from "hono";
      import { ImageResponse } from "workers-og";
      const app = new Hono();
      app.get("/og", defineHandler((c) => new ImageResponse("<p>" + c.req.query("title") + "</p>", {})));
      export default app;`,
    );
    assert.match(handler.html, /<p>\{\{title\}\}<\/p>/);
  });

  it("makes conditions of objects that code asks for, and reports results that only code uses", async () => {
    const { json, html, losses } = await convert(
      "route.tsx",
      `import { ImageResponse } from "next/og";
      import { findHoliday, isOpen, load } from "./missing-module";
      export async function GET(request) {
        const holiday = findHoliday(request.date);
        const [user] = await load(request.id);
        const kind = user.tags[0] || "none";
        const color = { news: "red" }[kind] ?? "blue";
        return new ImageResponse(
          <div style={{ width: "100%", height: "100%", background: color }}>
            {holiday ? <b>{holiday.name}</b> : <i>working day</i>}
            <p>{isOpen(request.date) ? "open" : "closed"}</p>
            <u>{user.title ?? "Guest"}</u><s>{user.title ?? "Nobody"}</s>
            {user.tags.map((tag) => <q>{tag}</q>)}
          </div>,
        );
      }`,
    );
    assert.match(html, /<i unless="name">working day<\/i>\s*<b if="name">\{\{name\}\}<\/b>/);
    assert.match(html, /<u>\{\{title\}\}<\/u>/);
    assert.equal((json["fields"] as { title: { example: string } }).title.example, "Guest");
    const all = losses.join("\n");
    assert.match(
      all,
      /10 approximated Code depends on `missing-module\.findHoliday`: the card depends on `name`/,
    );
    assert.match(html, /<span unless="isOpen">closed<\/span>\s*<span if="isOpen">open<\/span>/);
    assert.match(html, /<span unless="title">Nobody<\/span>\s*\{\{title\}\}/);
    assert.match(all, /9 approximated What depends on `\S+tags \| first = news` is as in the card/);
  });

  it("finds the card behind cached images and conditions, and reads files relative to the module", async () => {
    const pixel = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>';
    const { html, losses } = await convert(
      "route.tsx",
      `import { ImageResponse } from "next/og";
      import { allowed, cache } from "./missing-module";
      export async function GET(request) {
        const cached = await cache.get(request.url, "image");
        if (cached) return new Response(cached);
        const title = allowed.includes(request.url) ? String(request.title).slice(0, 9) : "Home";
        const icon = new URL("./icon.svg", import.meta.url).toString();
        const width = Math.max(200, Number(request.width));
        return new ImageResponse(
          <div style={{ width: "100%", height: "100%" }}><img src={icon} width={9} />{title}</div>,
          { width, height: 630 },
        );
      }`,
      { "icon.svg": pixel },
    );
    assert.match(html, /<img src="assets\/icon\.svg" width="9">\{\{title\}\}/);
    const all = losses.join("\n");
    assert.match(all, /The card has no `missing-module\.cache\.get`/);
    assert.match(all, /9 approximated The condition `missing-module\.allowed\.includes\(\)` counts as met/);
    assert.match(all, /6 approximated `request\.title\.slice\(\)` is not applied/);
    assert.doesNotMatch(all, /NaN/);
  });

  it("makes the current time a field, and leaves it out if the code fails with it", async () => {
    const { json, html, losses } = await convert(
      "card.jsx",
      `export default () => <p>© {new Date().getFullYear()} {new Date().toLocaleDateString()}</p>;`,
    );
    assert.match(html, /<p>© \{\{now \| year\}\} \{\{now \| date\}\}<\/p>/);
    assert.equal((json["fields"] as Record<string, { example?: string }>)["now"]?.example, "2027-03-14");
    assert.deepEqual(losses, ["1 approximated `now.toLocaleDateString()` became the filter `date`"]);
    const fixed = await convert(
      "card.jsx",
      `export default () => <p>{["a", "b"][new Date().getDay() % 1]}</p>;`,
    );
    assert.match(fixed.html, /<p>a<\/p>/);
    assert.match(fixed.losses.join("\n"), /The card has no `now`: only code uses it/);
  });

  it("reports a style that the source has without a value, and transformations of values that are shown", async () => {
    const { json, losses } = await convert(
      "card.jsx",
      `export default ({ image, author = "Ada Lovelace", date }) => {
        const file = author.replace(" ", "-");
        return (
          <main style={{ backgroundImage: image ? "url(" + image + ")" : "linear-gradient(red, blue)" }}>
            <b>{author[0].toUpperCase()}</b><p>{author}</p>{date.split(" ")[0]}
          </main>
        );
      };`,
    );
    assert.equal((json["fields"] as Record<string, { example?: string }>)["author"]?.example, "Ada Lovelace");
    assert.deepEqual(losses, ["5 approximated `date.split()` is not applied"]);
  });

  it("converts elements that are not written in JSX, and reports their losses where the card is rendered", async () => {
    const { html, losses } = await convert(
      "card.js",
      `import satori from "satori";
      export const draw = (title, tags) => {
        const row = (style, children) => ({ type: "div", props: { style, children } });
        return satori(row({ float: "left" }, [
          row({ color: "red" }, title),
          ...(tags ? [row({ gap: 8 }, tags.map((tag) => row({ color: "red" }, tag)))] : []),
          row({ color: "red" }, "end"),
        ]), {});
      };`,
    );
    assert.match(
      html,
      /<div style="gap: 8px" if="tags">\s*<div style="color: red" each="item of tags">\{\{item\}\}/,
    );
    assert.match(losses.join("\n"), /^4 dropped `float: left[^\n]*$/);
  });

  it("drops data URLs that can't be assets, and reports them", async () => {
    const { losses } = await convert("card.html", '<main>\n<img src="data:image/png;base64,AAAA">1</main>');
    assert.match(losses.join(), /^2 dropped /);
    const noise = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cfilter%3E%3CfeTurbulence/%3E%3C/filter%3E%3C/svg%3E`;
    const css = `<style>\nmain { background: url("${noise}") }</style><main>1</main>`;
    assert.match((await convert("noise.html", css)).losses.join(), /^2 dropped The image /);
  });

  it("says why a module can't be converted", async () => {
    await assert.rejects(convert("a.tsx", "export default () => <div"), /can't be converted/);
    await assert.rejects(convert("b.tsx", 'export default () => { throw new Error("boom") }'), /boom/);
    await assert.rejects(convert("c.tsx", "export const value = 1"), /no export returns a React element/);
  });
});
