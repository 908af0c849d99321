import assert from "node:assert/strict";
import sharp from "sharp";
import { convertCard, convertRoute, convertSource } from "./testing/convert-source.ts";

describe("fields of converted cards", () => {
  it("makes fields, conditions, loops and examples of what a route gets from outside", async () => {
    const { fields, html, losses } = await convertRoute(`import { ImageResponse } from "next/og";
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
          { width: 1200, height: 630, fonts: [{ name: "Poppins", data: icon }] },
        );
      }`);
    assert.match(
      html,
      /<h1 style="--color: \{\{color\}\}; --share: \{\{share\}\}; color: var\(--color\); width: calc\(var\(--share\) \* 1%\)">\{\{title\}\}/,
    );
    assert.match(html, /<p if="subtitle">\{\{subtitle\}\}<\/p>/);
    assert.match(html, /<i unless="subtitle">none<\/i>/);
    assert.match(
      html,
      /<b each="item of tags">#\{\{item\.name \| upper\}\}<\/b>\s+<img style="flex-shrink: 0" src="\{\{cover\}\}" width="90" height="90">/,
    );
    assert.deepEqual(fields["title"], { type: "string", maxLength: 300, default: "Hello" });
    assert.deepEqual(
      [fields["color"]?.format, fields["share"]?.type, fields["cover"]?.format, fields["tags"]?.type],
      ["color", "number", "image-url", "array"],
    );
    assert.deepEqual(losses, [
      "9 approximated The font `Poppins` is not part of the template: texts are drawn in `Inter`. Upload its files as assets and declare them with `@font-face`, or use a bundled font, such as `Inter`",
    ]);
  });

  it("has the default as it is compared as example, and names search parameters as the code does", async () => {
    const { fields, html, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      const colors = { guide: "#00aa77", news: "#cc3333" };
      const Badge = ({ label }) => <b>{label.toUpperCase()}</b>;
      export async function GET(request: Request) {
        const { searchParams } = new URL(request.url);
        const kind = searchParams.get("kind") ?? "guide";
        const title = searchParams.get("title");
        return new ImageResponse(
          <main style={{ color: colors[kind] }}><Badge label={kind} />{title.startsWith("A") ? "a" : title}</main>
        );
      }`);
    assert.match(html, /<b><span unless="kind">GUIDE<\/span>\{\{kind \| upper\}\}<\/b>/);
    assert.equal(fields["kind"]?.example, "guide");
    const condition = "The condition `title.startsWith(A)` is now the field `title_startsWith_A`";
    assert.deepEqual(losses, [`9 approximated ${condition}`]);
  });

  it("makes fields of the type number of values that code converts to numbers", async () => {
    const { fields, html, losses } = await convertCard(`export default ({ share, likes }) => (
        <p style={{ width: Number(share ?? 40) + "%" }}>{parseInt(likes, 10)} of {parseFloat("2.5")}</p>
      );`);
    assert.match(html, /width: calc\(var\(--share, 40\) \* 1%\)">\{\{likes\}\} of 2\.5<\/p>/);
    assert.deepEqual([fields["share"]?.type, fields["likes"]?.type], ["number", "number"]);
    assert.deepEqual(losses, []);
  });

  it("reports calculations, methods, conditions and components that the template does not have", async () => {
    const { html, losses } = await convertCard(`import { Logo } from "./missing-logo";
      export default function Card({ title, count, theme = "light" }) {
        return (
          <div style={{ fontSize: title.length > 40 ? 40 : 60 }}>
            <Logo />
            <p>{title.slice(0, 60)} {count * 2}</p>
            <p style={{ color: theme === "light" ? "red" : "blue" }}>x</p>
          </div>
        );
      }`);
    assert.match(
      html,
      /<p>\{\{title\}\} \{\{result\}\}<\/p>\s+<p style="color: red" unless="theme and theme != light">/,
    );
    assert.deepEqual(losses, [
      "5 dropped The component `missing-logo.Logo`: its module can't be found",
      "6 approximated The result of a calculation is now the field `result`",
      "6 approximated `title.slice()` is not applied: send less, or set `maxItems` or `maxLength`",
      "6 dropped A calculation with `count`",
    ]);
  });

  it("keeps the default of a gradient or keyword, which can't be a value, and reports it", async () => {
    const { html, fields, losses } = await convertCard(`export default ({ color, fit, width, src }) => (
        <p style={{ backgroundImage: color ?? "linear-gradient(red, blue)" }}>
          <img style={{ objectFit: fit ?? "cover", width: width ?? "50%" }} src={src} />
        </p>
      );`);
    assert.match(html, /<p style="background-image: linear-gradient\(red, blue\)">/);
    assert.match(html, /<img style="object-fit: cover; width: 50%"/);
    assert.deepEqual(Object.keys(fields), ["src"]);
    const reason = "styles can only have numbers and colors as values";
    assert.deepEqual(losses, [
      `2 approximated \`background-image\` is as with the example of \`color\`: ${reason}`,
      `3 approximated \`object-fit\` is as with the example of \`fit\`: ${reason}`,
      `3 approximated \`width\` is as with the example of \`width\`: ${reason}`,
    ]);
  });

  it("reports what depends on the index of a list's entry", async () => {
    const { losses } = await convertCard(`export default ({ tags }) => (
        <main>{tags.map((tag, index) => (
          <b style={{ color: ["red", "blue"][index % 2] }}>{tag}</b>
        ))}</main>
      );`);
    assert.deepEqual(losses, [
      "3 approximated It depends on the index of a list's entry: all entries are as the first one",
    ]);
  });

  it("names the loop variables of loops within loops apart, and makes a list of an entry one text", async () => {
    const { fields, html, losses } = await convertCard(`export default ({ days, rooms, photos }) => (
        <main>
          {days.map((day) => <p>{day.name}{rooms.map((room) => <b>{room}</b>)}</p>)}
          {days.map((day) => <i>{day.speakers.map((speaker) => <u>{speaker.name}</u>)}</i>)}
          {photos.map((photo) => <img src={photo} width={9} height={9} />)}
        </main>
      );`);
    assert.match(
      html,
      /<p each="item of days">\{\{item\.name\}\}<b each="item_2 of rooms">\{\{item_2\}\}<\/b>/,
    );
    assert.match(html, /<i each="item of days"><u>\{\{item\.speakers_name\}\}<\/u><\/i>/);
    assert.match(html, /<img src="\{\{item_3\}\}" width="9" height="9" each="item_3 of photos">/);
    assert.deepEqual(Object.keys(fields["days"]!.items!), ["name", "speakers_name"]);
    assert.deepEqual(fields["photos"]!.items, { type: "string", format: "image-url" });
    assert.deepEqual(losses, [
      "4 approximated The list `days.[].speakers` is in another list: it is one text in each entry",
    ]);
  });

  it("keeps lists that are mapped twice, and the properties that components read from a spread", async () => {
    const { html, losses } =
      await convertCard(`const Row = ({ kind = "news", ...rest }) => <p style={{ color: { news: "red" }[kind] }}>{kind}: <Text {...rest} /></p>;
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
      };`);
    assert.match(
      html,
      /<p style="color: red" unless="item_2\.kind and item_2\.kind != news"><span unless="item_2\.kind">news: <\/span><span if="item_2\.kind">\{\{item_2\.kind\}\}: <\/span><b>\{\{item_2\.text\}\} \{\{item_2\.format\}\}<\/b>/,
    );
    assert.match(html, /<i each="item of tags">\{\{item\.name\}\}<\/i>/);
    assert.deepEqual(losses, [
      "3 dropped The properties of `{...props}` are not known",
      "4 approximated `tags.slice()` is not applied: send less, or set `maxItems` or `maxLength`",
      "5 approximated Code iterates over `scores`: only its first entry is shown",
      "5 dropped A calculation with `scores.[].value`",
      "11 approximated The result of a calculation is now the field `result`",
    ]);
  });

  it("keeps numbers that code rounds or limits, and entries by their index", async () => {
    const { html, fields, losses } = await convertCard(`export default ({ share, days, count }) => (
        <main style={{ width: \`\${Math.min(Math.max(share, 0), 100)}%\` }}>
          {Math.round(count)} {[0].map((index) => <i>{days[index]}</i>)} {Math.round(days[0])}
        </main>
      );`);
    assert.match(html, /<main style="--share: \{\{share\}\}; width: calc\(var\(--share\) \* 1%\)">/);
    assert.match(html, /\{\{count\}\} <i>\{\{days\}\}<\/i> \{\{days\}\}/);
    assert.equal(fields["count"]?.type, "number");
    assert.match(losses.join(), /2 approximated `share` is not rounded or limited: send it as it is shown/);
  });

  it("uses the default of a color, and not the card's color of the same name", async () => {
    const { html } = await convertCard(
      `export default ({ accent = "#e5341f" }) => <main style={{ color: accent }}>x</main>;`,
    );
    assert.match(html, /style="--accent-value: \{\{accent\}\}; color: var\(--accent-value, #e5341f\)"/);
  });

  it("makes fields of what code looks up in data of its own file, with the data as examples", async () => {
    const { html, fields, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      const posts = [{ slug: "a", title: "First", tags: ["x"] }, { slug: "b", title: "Second", tags: [] }];
      const authors = Object.fromEntries("abcdefghij".split("").map((id) => [id, { name: "Ada " + id }]));
      export default async function Image({ params }) {
        const { slug, author } = await params;
        const post = posts.find((each) => each.slug === slug);
        if (!post) return new ImageResponse(<b>Not found</b>);
        const writer = authors[author as string];
        return new ImageResponse(<p>{post.title} {writer.name} {post.tags.map((tag) => <i>{tag}</i>)}</p>);
      }`);
    assert.match(html, /<p>\{\{title\}\} \{\{name\}\} <i each="item of tags">/);
    assert.deepEqual([fields["title"]?.example, fields["name"]?.example], ["First", "Ada a"]);
    assert.deepEqual(losses, [
      "6 approximated `posts` is data of the source: what the card shows of it are fields",
      "7 dropped Another card: it is not converted",
      "8 approximated `authors` is data of the source: what the card shows of it are fields",
    ]);
  });

  it("makes fields of the entries that code destructures", async () => {
    const { html, losses } = await convertCard(`export default ({ tags, name }) => {
        const [main, other] = tags;
        let first, last;
        [first, last] = name.split(" ");
        return <p>{main} {other} {first} {last}</p>;
      };`);
    assert.match(html, /<p>\{\{tags\}\} \{\{tags_2\}\} \{\{name\}\} \{\{name_2\}\}<\/p>/);
    assert.match(losses.join(), /`name\[1\]` is a field of its own/);
  });

  it("makes fields of translated texts and of variables that are not set, and reports these", async () => {
    const { html, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      import { getTranslations } from "next-intl/server";
      export default async function Image({ params }) {
        const { locale } = await params;
        const t = await getTranslations({ locale, namespace: "og" });
        return new ImageResponse(<p>{t("title")} {process.env.SITE_NAME} {process.env.PLACARD_NO ? "a" : "b"}</p>);
      }`);
    assert.match(html, /<p>\{\{title\}\} \{\{SITE_NAME\}\} a<\/p>/);
    assert.deepEqual(losses, [
      "6 approximated The environment variable `SITE_NAME` is not set: it is the field `SITE_NAME`. Set it to have its value in the template",
    ]);
  });

  it("makes fields of what code finds in a map of entries", async () => {
    const { html, fields } =
      await convertCard(`const posts = new Map([["a", { title: "First" }], ["b", { title: "Second" }]]);
      export default ({ slug }) => <p>{posts.get(slug)?.title ?? "Blog"}</p>;`);
    assert.match(html, /<span unless="title">Blog<\/span>\{\{title\}\}/);
    assert.equal(fields["title"]?.example, "First");
  });

  it("keeps values that code rounds to decimals, and reports comparisons with other results", async () => {
    const { html, losses } = await convertCard(`export default ({ score, share }) => {
        const value = Math.round(score * 10) / 10, [known] = [Math.round(1.26 * 10) / 10];
        return <p style={{ color: value >= 7 ? "red" : "blue" }}>{value} {known} {share * 2 > 9 ? "a" : "b"}</p>;
      };`);
    assert.match(html, /<p style="color: red" if="score and score >= 7">\{\{score\}\} 1\.3 b<\/p>/);
    assert.match(
      losses.join(),
      /3 approximated A comparison with the result of a calculation counts as not met/,
    );
  });

  it("gives each image URL that is put together from parts a field of its own", async () => {
    const { fields, html, losses } = await convertCard(`export default ({ user = "ada", site }) => (
        <main style={{ backgroundImage: "url(" + site + "/back-drop.png)" }}>
          <img src={"https://example.com/" + user + ".png"} width={9} height={9} />
          <img src={site + "/logo.png"} width={9} height={9} /><p>{user}</p>
        </main>
      );`);
    assert.match(
      html,
      /url\(\{\{back_drop\}\}\).*<img src="\{\{user_image\}\}".*<img src="\{\{logo\}\}".*<p>\{\{user\}\}/s,
    );
    assert.deepEqual(fields["user"], { type: "string", maxLength: 300, default: "ada" });
    assert.equal(fields["user_image"]?.example, "https://example.com/ada.png");
    assert.deepEqual(
      losses.map((loss) => loss.slice(0, 14)),
      ["2 approximated", "3 approximated", "4 approximated"],
    );
  });

  it("keeps images of hundreds of kilobytes, whatever letters their bytes have", async () => {
    const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const bytes = Buffer.concat([pixel, Buffer.alloc(3e5), Buffer.from("/NaN/NaN", "base64")]);
    const { fields } = await convertCard(
      `export default ({ title }) => <main><img src="data:image/png;base64,${bytes.toString("base64")}" width={9} height={9} />{title}</main>;`,
    );
    assert.deepEqual(Object.keys(fields), ["title"]);
  });

  it("takes files that the site serves into the template, wherever it is", async () => {
    const { html, losses } = await convertSource(
      "route.tsx",
      `import { ImageResponse } from "next/og";
      export const GET = async ({ nextUrl: { origin } }) => new ImageResponse(
        <main style={{ backgroundImage: "url(https://example.com/back.svg)" }}>
          <img src={\`\${origin}/images/logo.svg\`} width={9} height={9} />
          <img src={await load(\`\${origin}/images/logo.svg\`)} width={8} height={9} />
        </main>,
      );
      const load = (url) => fetch(url).then((response) => response.arrayBuffer());`,
      {
        "package.json": "{}",
        "public/images/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>',
        "public/back.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>',
      },
    );
    assert.match(
      html,
      /url\(assets\/back\.svg\)[^]*<img[^>]* src="assets\/logo\.svg"[^]*<img[^>]* src="assets\/image-\d\.svg"/,
    );
    assert.deepEqual(losses, []);
  });

  it("makes numbers of lengths and of what other files calculate, and one text of a joined list", async () => {
    const { fields, html } = await convertSource(
      "route.tsx",
      `import { ImageResponse } from "next/og";
      import { findPatterns, rate } from "./patterns";
      export const GET = ({ nextUrl: { searchParams } }) => {
        const patterns = findPatterns(searchParams.get("cards"));
        const { speed } = rate(searchParams.get("speed"));
        return new ImageResponse(<main>
          <p>{patterns.length > 0 ? \`\${patterns.length} found\` : "none"}</p>
          <b>{speed}</b><i>{searchParams.getAll("tags").map((tag) => tag.name).join(" · ")}</i>
        </main>);
      };`,
      {
        "patterns.ts": `export const findPatterns = (cards) => [1, 2].slice(0, Number(cards) * 2);
        export const rate = (speed) => ({ speed: Number(speed) * 2 });`,
      },
    );
    assert.match(html, /<span if="findPatterns != 0">\{\{findPatterns\}\} found<\/span>/);
    assert.match(html, /<span unless="findPatterns != 0">none<\/span>/);
    assert.match(html, /<i>\{\{tags\}\}<\/i>/);
    assert.deepEqual(
      [fields["findPatterns"]?.type, fields["speed"]?.type, fields["tags"]?.type],
      ["number", "number", "string"],
    );
  });

  it("passes values through functions of JavaScript and Node.js, and through promises", async () => {
    const { html, losses } = await convertCard(`import { join } from "node:path";
      import { loadPost } from "./missing-module";
      export default async function Card(title, data) {
        const card = JSON.parse(Buffer.from(data, "base64").toString());
        const post = await loadPost(join(title, "a")).then((found) => found.post);
        const date = new Intl.DateTimeFormat(post.locale).format(new Date(post.date));
        const { author } = Object.fromEntries(new URL(data.url).searchParams);
        return <p>{title} {card.text} {date} {author} {BigInt(post.id)}</p>;
      }`);
    assert.match(html, /<p>\{\{title\}\} \{\{text\}\} \{\{date \| date\}\} \{\{author\}\} \{\{id\}\}<\/p>/);
    assert.deepEqual(losses, ["6 approximated `post.date.toLocaleDateString()` became the filter `date`"]);
  });

  it("converts cards whose code calculates hashes of values, and lets code write no files and run no programs, and reports nothing of values that only code uses", async () => {
    const { html, losses } = await convertCard(`import { execFileSync } from "node:child_process";
      import { cpSync, existsSync, openSync, symlinkSync, writeFileSync } from "node:fs";
      import { createHash } from "node:crypto";
      export default async ({ title }) => {
        const name = createHash("sha256").update(title).digest("hex").slice(0, 9);
        writeFileSync(name + ".png", "");
        cpSync("package.json", name + ".png");
        symlinkSync("package.json", name + ".png");
        openSync(name + ".png", "w");
        execFileSync("touch", [name + ".png"]);
        return existsSync(name + ".png") ? <b>cached</b> : <main>{title}</main>;
      };`);
    assert.match(html, /<main>\{\{title\}\}<\/main>/);
    assert.deepEqual(losses, []);
  });

  it("writes dates in the form of the code, if filters have the form of each part", async () => {
    const { html, losses } = await convertCard(`
      const short = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" });
      export default ({ start, end, posted }) => (
        <div>
          <p>{new Date(start).toLocaleDateString("en-US", { month: "short", day: "numeric", year: "numeric" })}</p>
          <p>{new Date(end).toLocaleDateString("en-US", { month: "long", day: "numeric", year: "numeric" })}</p>
          <p>{short.format(posted)}</p>
          <p>{new Date(posted).toLocaleDateString("en-US", { weekday: "long" })}</p>
        </div>
      );`);
    assert.match(
      html,
      /<p>\{\{start \| month\}\} \{\{start \| day\}\}, \{\{start \| year\}\}<\/p>\s*<p>\{\{end \| date\}\}<\/p>/,
    );
    assert.match(html, /<p>\{\{posted \| weekday\}\} \{\{posted \| day\}\} \{\{posted \| month\}\}<\/p>/);
    assert.deepEqual(losses, [
      "8 approximated `posted.toLocaleDateString()` became the filter `date`: the code shows `Thursday`, the filter `March 4, 2027`",
    ]);
  });

  it("notices the methods of texts that code puts together from values", async () => {
    const { html, losses } = await convertCard(`export default ({ first, last, tag, place }) => {
        const name = \`\${first} by \${last}\`;
        return (
          <main>
            <h1 style={{ fontSize: name.length > 30 ? 40 : 60 }}>{name?.toUpperCase()}</h1>
            <p>{("#" + tag).slice(0, 8)}</p>
            <b>{place.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ")}</b>
            <u>{Math.round(tag / 1000) + "K"}</u>
            {("https://" + place).startsWith("https://") && <i>{place}</i>}
          </main>
        );
      }`);
    assert.match(html, /font-size: 60px">\{\{first \| upper\}\} BY \{\{last \| upper\}\}<\/h1>/);
    assert.match(html, /<p>#\{\{tag\}\}<\/p>\s*<b>\{\{place\}\}<\/b>\s*<u>\{\{result\}\}K<\/u>/);
    assert.match(html, /<i>\{\{place\}\}<\/i>/);
    assert.deepEqual(losses, [
      "5 approximated The condition `first.length > 30` counts as not met",
      "6 approximated `tag.slice()` is not applied: send less, or set `maxItems` or `maxLength`",
      "7 approximated `place.split()` is not applied",
      "7 approximated `place.slice()` is not applied: send it as it is shown",
      "7 approximated `place.join()` shows the list as one text",
      "8 approximated The result of a calculation is now the field `result`",
      "8 dropped A calculation with `tag`",
    ]);
  });

  it("makes fields of an entry and of the parts of a text by their index", async () => {
    const { html, losses } = await convertCard(`export default ({ tags, name, list }) => {
        const parts = list.split(",");
        return <main><p>{tags[0]} {name[0]}</p>{parts[0] && <b>{parts[0]}</b>}{parts[1] && <i>{parts[1]}</i>}</main>;
      };`);
    assert.match(html, /<p>\{\{tags\}\} \{\{name \| first\}\}<\/p>/);
    assert.match(html, /<b>\{\{list\}\}<\/b>\s*<i if="list_2">\{\{list_2\}\}<\/i>/);
    assert.deepEqual(losses, [
      "2 approximated `list.split()` is not applied",
      "3 approximated `tags[0]` is a field of its own",
      "3 approximated `name[0]` is the first letter: if it is an entry of a list, remove `| first`",
      "3 approximated `list[1]` is a field of its own",
    ]);
  });

  it("makes a text that code splits at commas to show its parts a list", async () => {
    const { html, fields, losses } = await convertCard(`export default ({ tags, lines }) => (
        <main>{tags?.split(",").map((tag) => tag.trim()).slice(0, 3).map((tag) => <b>{tag}</b>)}{lines.split("\\n").map((line) => <i>{line}</i>)}</main>
      );`);
    assert.match(html, /<b each="item of tags">\{\{item\}\}<\/b>\s*<i[^>]*>\{\{lines\}\}<\/i>/);
    assert.deepEqual([fields["tags"]!.type, fields["lines"]!.type], ["array", "string"]);
    assert.deepEqual(losses, [
      "2 approximated `tags.split()` is not applied",
      "2 approximated `tags.slice()` is not applied: send less, or set `maxItems` or `maxLength`",
      "2 approximated `lines.split()` is not applied",
    ]);
  });

  it("makes images at an address that is not known assets, or fields of their own", async () => {
    const code = `const at = (path) => new URL(path, process.env.NO_SUCH_SITE);
      export default () => <main><img src={at("/a.svg").toString()} /><img src={at("b.png").href} /><img src={at("/img/c.png").href} /></main>;`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2" /></svg>`;
    const { html, fields } = await convertSource("card.jsx", code, { "public/a.svg": svg });
    assert.match(html, /src="assets\/a\.svg"[^]*src="\{\{b\}\}"[^]*src="\{\{c\}\}"/);
    assert.deepEqual([fields["b"]!.format, fields["c"]!.format], ["image-url", "image-url"]);
  });

  it("keeps the lines of texts whose white space is kept", async () => {
    const { fields } = await convertCard(`export default ({ quote, name }) => (
        <main><div style={{ whiteSpace: "pre-wrap" }}><b>{quote}</b></div><p style={{ whiteSpace: "nowrap" }}>{name}</p></main>
      );`);
    assert.deepEqual(fields, {
      quote: { type: "string", maxLength: 300, multiline: true, example: "Quote" },
      name: { type: "string", maxLength: 300, example: "Name" },
    });
  });

  it("gives different results of a function, and different files, fields of their own", async () => {
    const { html, losses } = await convertCard(`import { readFile } from "node:fs/promises";
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
      }`);
    const names = [...html.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name]) => name);
    assert.deepEqual(names.slice(0, 2), ["title", "subtitle"]);
    assert.deepEqual([names[2], new Set(names).size], [names[4], 8]);
    assert.equal(losses.length, 3, losses.join("\n"));
    assert.equal(losses[0], "10 approximated The result of `shorten()` is now a field");
  });

  it("makes no field of what code looks up by an absent value", async () => {
    const { fields } = await convertCard(`import { colors } from "./missing-module";
      export default ({ kind }) => {
        const key = kind ? kind.toLowerCase() : undefined;
        return <main style={{ color: colors[key] ?? "#ff0000" }}>{kind}</main>;
      };`);
    assert.deepEqual(
      Object.keys(fields).filter((name) => name === "undefined"),
      [],
    );
  });

  it("makes fields of what functions of other files look up by a value, and converts handlers of requests", async () => {
    const found = await convertSource(
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
    const handler = await convertSource(
      "server.ts",
      `import { Hono } from "hono";
      import { ImageResponse } from "workers-og";
      const app = new Hono();
      app.get("/og", defineHandler((c) => new ImageResponse("<p>" + c.req.query("title") + "</p>", {})));
      export default app;`,
    );
    assert.match(handler.html, /<p>\{\{title\}\}<\/p>/);
  });

  it("makes fields of what functions of other files load, calculate, or fail with", async () => {
    const source = `import { loadUser, createClient, rankOf, formatTime } from "./data";
      export default async ({ id, entries }) => {
        const [user, posts] = await Promise.all([loadUser(id), createClient("og").from("posts").select()]);
        if (!user.ok) return <main>{id}</main>;
        return (
          <main>
            <b>{user.name} {posts.title} {formatTime(user.time)}</b>
            {entries.map((entry) => <i>{entry.name} {rankOf(entry.score)}</i>)}
          </main>
        );
      };`;
    const data = `import { z } from "zod";
      import { createClient as create } from "@supabase/supabase-js";
      const env = z.object({ KEY: z.string() }).parse(process.env);
      export const createClient = (name: string) => {
        if (typeof env.KEY !== "object") throw new Error("no key for " + name);
        return create(env.KEY);
      };
      export async function loadUser(id: string) {
        try {
          return { ok: true, ...parse(await fetch("https://example.com/" + id)) };
        } catch {
          return { ok: false };
        }
      }
      const parse = (response: any) => JSON.parse(response.missing.text(1).at(0).x()).map(1)();
      export const rankOf = (score: number) => "#" + score * 2;
      export const formatTime = (ms: number) => Math.floor(ms / 60000) + ":" + (ms % 60000);`;
    const { html, losses } = await convertSource("card.jsx", source, { "data.ts": data });
    assert.match(html, /<main if="ok"><b>\{\{name\}\} \{\{title\}\} \{\{formatTime\}\}<\/b>/);
    assert.match(html, /<i each="item of entries"[^>]*>\{\{item\.name\}\} \{\{item\.rankOf\}\}<\/i>/);
    assert.deepEqual(losses, [
      "7 approximated The result of `formatTime()` is now a field",
      "8 approximated The result of `rankOf()` is now a field",
    ]);
  });

  it("keeps lists that code copies or adds to others, values of an expected type, and bytes", async () => {
    const { fields, html, losses } = await convertCard(`import sharp from "sharp";
      export default async ({ tags, names, count, photo, handle = "@ada" }) => {
        const image = new Uint8Array(await sharp(photo).toBuffer()).buffer;
        return (
          <main>
            {[...names].map((name) => <b>{name}</b>)}
            {[<i>1</i>, ...tags.map((tag) => <i>{tag}</i>), <i>2</i>]}
            {typeof count === "number" && <u>{count}</u>}
            <img src={image} width={9} height={9} />
            {count && <footer>{handle}</footer>}
          </main>
        );
      };`);
    assert.match(
      html,
      /<b each="item of names">\{\{item\}\}<\/b><i>1<\/i><i each="item_2 of tags">\{\{item_2\}\}<\/i><i>2/,
    );
    assert.match(html, /<u[^>]*>\{\{count\}\}<\/u><img src="\{\{buffer\}\}"/);
    assert.deepEqual([fields["count"]?.type, fields["buffer"]?.format], ["number", "image-url"]);
    assert.equal(fields["handle"]?.default, "@ada");
    assert.deepEqual(losses, []);
  });

  it("gives a field that is compared an example of what it is compared with, and none that is missing", async () => {
    const { fields } = await convertCard(`export default ({ status, season, theme = "noir" }) => (
        <main>
          {{ done: <b>Done</b>, open: <i>Open</i> }[status]}
          <p style={{ color: theme === "noir" ? "#000" : "#fff" }}>T{season}</p>
        </main>
      );`);
    assert.equal(fields["theme"]?.example, "noir");
    assert.equal(fields["status"]?.example, "done");
    assert.equal(fields["season"]?.example, "Season");
  });

  it("reads functions that a file of the project exports again, and calls of Intl without new", async () => {
    const source = `import { titleOf } from "./lib";
      export default ({ date }) => <p>{titleOf()} {Intl.DateTimeFormat("en-US", { month: "short" }).format(date)}</p>;`;
    const { html, losses } = await convertSource("card.jsx", source, {
      "lib/index.ts": `export * from "./title";`,
      "lib/title.ts": `export const titleOf = () => "Title";`,
    });
    assert.match(html, /<p>Title \{\{date \| month\}\}<\/p>/);
    assert.deepEqual(losses, []);
  });

  it("gives each entry of a list what the code looks up for it", async () => {
    const names = Array.from("abcdefghij", (name) => `${name}: "#${name}${name}0000"`);
    const { html, fields } = await convertCard(`const colors = { ${names.join()} };
      export default ({ rows }) => <main>{rows.map((row) => <i style={{ color: colors[row.kind] }}>{row.name}</i>)}</main>;`);
    assert.match(
      html,
      /<i style="--colors: \{\{item.colors\}\}; color: var\(--colors, #aa0000\)" each="item of rows">/,
    );
    assert.deepEqual(Object.keys(fields["rows"]!.items!), ["colors", "name"]);
  });

  it("makes the current time a field, and reports calculations with it", async () => {
    const { fields, html, losses } = await convertCard(
      `export default () => <p>© {new Date().getFullYear()} {new Date().toLocaleDateString()}</p>;`,
    );
    assert.match(html, /<p>© \{\{now \| year\}\} \{\{now \| date\}\}<\/p>/);
    assert.equal(fields["now"]?.example, "2027-03-14");
    assert.match(
      losses.join("\n"),
      /^1 approximated `now.toLocaleDateString\(\)` became .*`3\/4\/2027`[^\n]*$/,
    );
    const fixed = await convertCard(`export default () => <p>{["a", "b"][new Date().getDay() % 1]}</p>;`);
    assert.match(fixed.html, /<span unless="now">a<\/span>/);
    assert.match(fixed.losses.join("\n"), /A calculation with `now.getDay\(\)`/);
  });

  it("makes the day and the year of a date filters, and reports its other parts", async () => {
    const { html, losses } = await convertCard(`
      const months = ["Jan", "Feb", "Mar"];
      export default ({ date }) => {
        const d = new Date(date);
        return <p>{d.getDate()} {months[d.getMonth()]} {d.getFullYear()}, {d.getHours()} h</p>;
      };`);
    assert.match(html, /<p>\{\{date \| day\}\} \{\{\w+\}\} \{\{date \| year\}\}, \{\{\w+\}\} h<\/p>/);
    for (const part of ["getMonth", "getHours"])
      assert.match(
        losses.join("\n"),
        new RegExp(`approximated The result of .date\\.${part}\\(\\). is now a field`),
      );
  });

  it("makes filters of a date's toLocaleString(), and reports each entry by a number", async () => {
    const { html, losses } = await convertCard(`export default ({ date, count, position }) => (
        <main>{new Date(date).toLocaleString("en-US", { dateStyle: "medium" })} {count.toLocaleString("en-US")} {position?.[1]}</main>
      );`);
    assert.match(html, /\{\{date \| month\}\} \{\{date \| day\}\}, \{\{date \| year\}\} \{\{count\}\}/);
    assert.deepEqual(losses, [
      "2 approximated `count.toLocaleString()` is not applied",
      "2 approximated `position[1]` is a field of its own",
    ]);
  });

  it("writes dates of date-fns and dayjs by their patterns, whether these are installed or not", async () => {
    const source = `import { format, formatDistance, parseISO } from "date-fns";
      import dayjs from "dayjs";
      export default ({ date, start, end }) => (
        <main><p>{format(new Date(date), "d MMM yyyy")}</p><i>{format(parseISO(start), "MMMM d, yyyy")}</i>
          <b>{dayjs(end).format("ddd [at] D")}</b><s>{format(start, "HH:mm")}</s><u>{formatDistance(start, end)}</u>
          <q>{format(new Date(0), "yyyy")}</q></main>
      );`;
    const manifest = JSON.stringify({ name: "date-fns", type: "module", main: "index.js" });
    const code = `export const format = (date, pattern) => { if (!(date instanceof Date)) throw new Error("no date"); return pattern + "!"; };
      export const [formatDistance, parseISO] = [format, format];`;
    const folder = "node_modules/date-fns";
    const installed = { [`${folder}/package.json`]: manifest, [`${folder}/index.js`]: code };
    const { html, losses } = await convertSource("card.jsx", source, installed);
    assert.match(html, /<p>\{\{date \| day\}\} \{\{date \| month\}\} \{\{date \| year\}\}<\/p>/);
    assert.match(
      html,
      /<i>\{\{start \| date\}\}<\/i>\s*<b>\{\{end \| weekday\}\} at \{\{end \| day\}\}<\/b>/,
    );
    assert.match(html, /<u>\{\{formatDistance\}\}<\/u>\s*<q>yyyy!<\/q>/);
    assert.deepEqual(losses, [
      "5 approximated `start.format()` is not applied",
      "5 approximated The result of `formatDistance()` is now a field",
    ]);
    const missing = await convertCard(source);
    assert.match(missing.html, /<p>\{\{date \| day\}\} \{\{date \| month\}\} \{\{date \| year\}\}<\/p>/);
  });

  it("requires no field that the code does not read with some outcomes", async () => {
    const { html, required } = await convertCard(`
      const posts = [{ slug: "a", title: "Hello" }];
      export default ({ slug, name }) => {
        const post = posts.find((each) => each.slug === slug);
        return <main>{post ? post.title.slice(0, post.title.length) : "Blog"}<i>{name.trim()}</i></main>;
      };`);
    assert.match(html, /<span unless="title">Blog<\/span>/);
    assert.deepEqual(required, ["name"]);
  });

  it("shows an imported image in place of one that is not sent", async () => {
    const card = (query: string) => `import mark from "./mark.svg${query}";
      export default ({ src }) => <main><img src={src ?? mark} alt="" width="9" height="9" /></main>;`;
    const files = { "mark.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>' };
    for (const query of ["", "?inline"]) {
      const { html } = await convertSource("card.jsx", card(query), files);
      assert.match(html, /src="assets\/[\w-]+\.svg"[^>]* unless="src"/);
      assert.match(html, /src="\{\{src\}\}"[^>]* if="src"/);
    }
  });

  it("makes fields of what functions of other files import by a value, also from files that are no code", async () => {
    const others = {
      "posts.js": "export const load = async (slug) => (await import(`./posts/${slug}.mdx`)).metadata;",
      "posts/a.mdx": "# A",
      "posts/b.mdx": "# B",
    };
    const card = `import { load } from "./posts.js";
      export default async ({ slug }) => <h1>{(await load(slug)).title}</h1>;`;
    const { html } = await convertSource("card.jsx", card, others);
    assert.match(html, /<h1>\{\{title\}\}<\/h1>/);
  });

  it("reports initials, sums of lists and entries by a number", async () => {
    const { html, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      export default ({ name, items, lines }) => {
        const initials = name.split(" ").map((word) => word[0]).join("").toUpperCase();
        const total = items.reduce((sum, item) => sum + item.price, 0);
        return new ImageResponse(<p>{initials} {total} {[1, 2].map((index) => lines[index])}</p>);
      };`);
    assert.match(html, /\{\{name \| first \| upper\}\} \{\{reduce\}\}/);
    assert.deepEqual(losses, [
      "3 approximated `name.split()` is not applied",
      "3 approximated `name.join()` shows the list as one text",
      "4 approximated The result of `items.reduce()` is now a field",
      "5 approximated `lines[1]` is a field of its own",
      "5 approximated `lines[2]` is a field of its own",
    ]);
  });

  it("keeps the defaults of schemas", async () => {
    const { fields, html, losses } = await convertCard(`import * as z from "zod";
      const schema = z.object({ title: z.string(), text: z.string().default("Hello"), mode: z.enum(["light", "dark"]).default("dark") });
      export default ({ query }) => {
        const { title, text, mode } = schema.parse(query);
        return <main style={{ color: mode === "dark" ? "#fff" : "#000" }}>{title} <b>{text}</b></main>;
      };`);
    assert.match(html, /<main style="color: #fff" unless="mode and mode != dark">/);
    assert.equal(fields["text"]?.default, "Hello");
    assert.deepEqual(losses, []);
  });

  it("requires what functions of other files fail without, and asks for no headers of responses", async () => {
    const { fields, html, required } = await convertSource(
      "card.jsx",
      `import { formatDate } from "./date";
      export default async ({ date, logo }) => {
        const image = await fetch(logo);
        const type = image.headers.get("content-type") || "image/png";
        const bytes = Buffer.from(await image.arrayBuffer()).toString("base64");
        return <main>{formatDate(date)}<img src={"data:" + type + ";base64," + bytes} width={9} height={9} /></main>;
      };`,
      {
        "date.js": `export const formatDate = (date) => date.toLocaleDateString("en-US", { month: "short" });`,
      },
    );
    assert.match(html, /<main>\s*\{\{date \| month\}\}\s*<img [^>]*src="\{\{image\}\}"[^>]*>\s*<\/main>/);
    assert.deepEqual([Object.keys(fields).toSorted(), required], [["date", "image"], ["date"]]);
  });

  it("makes lists of the entries of objects, and gives each entry what code looks up by it", async () => {
    const { html, losses } = await convertCard(`import { colors } from "./missing-module";
      export default ({ stats, langs, people, players }) => (
        <main>
          {Object.entries(stats).map(([name, { count }]) => <p>{name}={count}</p>)}
          {Object.keys(langs).map((name) => <b>{name} {langs[name]}</b>)}
          {Array.from(people).map(({ name }) => <i>{name}</i>)}
          {players.map(({ team }) => <s style={{ color: colors[team] }}>{team}</s>)}
        </main>
      );`);
    assert.match(html, /<p each="(\w+) of stats">\{\{\1\.name\}\}=\{\{\1\.count\}\}<\/p>/);
    assert.match(
      html,
      /<b each="(\w+) of langs"><span if="\1\.name">\{\{\1\.name\}\} \{\{\1\.value\}\}<\/span>/,
    );
    assert.match(html, /<i each="(\w+) of people">\{\{\1\.name\}\}<\/i>/);
    assert.match(
      html,
      /<s style="--colors: \{\{(\w+)\.colors\}\}; color: var\(--colors\)" each="\1 of players">/,
    );
    assert.deepEqual(losses, [
      "4 approximated `stats` is now a list",
      "5 approximated `langs` is now a list",
    ]);
  });
});
