import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { readFontMetrics, readTables } from "../fonts/sfnt.ts";
import { convertRoute, convertSource, readConvertedFile, renderRoute } from "./testing/convert-source.ts";

/** A route whose card is white, with Geist as next/og has it. */
const routeOf = (content: string, options = "") => `import { ImageResponse } from "next/og";
  const image = (width, height) => "data:image/svg+xml," + encodeURIComponent(
    \`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \${width} \${height}" width="\${width}" height="\${height}"><rect width="100%" height="100%" fill="#00f"/></svg>\`);
  export default () => new ImageResponse(
    <div style={{ width: "100%", height: "100%", display: "flex", background: "#fff" }}>${content}</div>, {${options}});`;

const [white, blue, red] = ["#ffffff", "#0000ff", "#ff0000"];

/** A font in a WOFF 1.0 file: tables that become smaller are compressed. */
function packWoff(font: Buffer): Buffer {
  const tables = [...readTables(font)];
  const header = Buffer.alloc(44 + 20 * tables.length);
  header.write("wOFF\0\x01\0\0", "latin1");
  header.writeUInt16BE(tables.length, 12);
  const parts: Buffer[] = [header];
  for (const [index, [tag, table]] of tables.entries()) {
    const compressed = deflateSync(table);
    const packed = compressed.length < table.length ? compressed : table;
    const at = 44 + 20 * index;
    header.write(tag, at, "latin1");
    header.writeUInt32BE(Buffer.concat(parts).length, at + 4);
    header.writeUInt32BE(packed.length, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    parts.push(packed);
  }
  return Buffer.concat(parts);
}

describe("converted cards for satori", () => {
  it("gives an image without a size the width of its parent, and the other size of one with a size", async () => {
    const colorAt = await renderRoute(
      routeOf(`
        <div style={{ display: "flex", width: 300, height: 200, alignItems: "center" }}><img src={image(1000, 500)} /></div>
        <div style={{ display: "flex", width: 300, height: 200 }}><img src={image(20, 10)} /></div>
        <div style={{ display: "flex", width: 300, height: 200 }}><img src={image(20, 10)} height={40} /></div>`),
    );
    assert.deepEqual(
      [colorAt(5, 22), colorAt(5, 28), colorAt(295, 172), colorAt(295, 178)],
      [white, blue, blue, white],
    );
    assert.deepEqual([colorAt(305, 145), colorAt(595, 145), colorAt(595, 155)], [blue, blue, white]);
    assert.deepEqual([colorAt(675, 35), colorAt(685, 35), colorAt(675, 45)], [blue, white, white]);
  });

  it("shrinks texts, and no boxes with a size", async () => {
    const colorAt = await renderRoute(
      routeOf(`
        <div style={{ display: "flex", width: 400, height: 200 }}>
          <div style={{ width: 100, height: 50, background: "#00f" }} />
          <div style={{ background: "#f00" }}>{"many words ".repeat(20)}</div>
        </div>
        <div style={{ display: "flex", flexDirection: "column", width: 200, height: 100 }}>
          <div style={{ display: "flex", flex: 1, background: "#f00" }}><div style={{ width: 9, height: 90 }} /></div>
          <div style={{ display: "flex", flex: 1, background: "#00f" }}></div>
        </div>`),
    );
    assert.deepEqual([colorAt(98, 20), colorAt(102, 2), colorAt(398, 2)], [blue, red, red]);
    assert.deepEqual([colorAt(500, 48), colorAt(500, 52)], [red, blue]);
  });

  it("shrinks boxes without own text only if a style says so, and keeps them as wide as their parent", async () => {
    const long = '"long text ".repeat(40)';
    const { html } = await convertRoute(
      routeOf(`<i style={{ width: 90 }}>0</i>
        <div style={{ display: "flex", flexDirection: "column", flexGrow: 1 }}><p>1</p></div>
        <div style={{ flex: 1 }}><p>2</p></div><div style={{ flexGrow: 1 }}>3</div><div tw="shrink"><p>4</p></div>`),
    );
    assert.match(html, /flex-grow: 1; flex-shrink: 0; max-width: 100%">\s*<p>1/);
    assert.match(html, /<div style="flex: 1; min-width: 0">\s*<p>2/);
    assert.match(html, /<div style="flex-grow: 1; min-width: 0">3/);
    assert.match(html, /<div style="min-width: 0" class="shrink">\s*<p>4/);
    const colorAt = await renderRoute(
      routeOf(`<div style={{ display: "flex", width: 400, height: 200, overflow: "hidden" }}>
        <div style={{ display: "flex", width: 100, height: 50, background: "#00f" }} />
        <div style={{ display: "flex", flexDirection: "column" }}>
          <p style={{ background: "#f00", color: "#f00" }}>{${long}}</p><div style={{ width: 310, height: 9 }} />
        </div></div>
        <div style={{ display: "flex", width: 400, height: 200 }}>
          <p style={{ width: 400, height: 50, background: "#00f" }}>1</p>
          <div style={{ display: "flex", width: 200, height: 50, background: "#f00" }} /></div>`),
    );
    assert.deepEqual([colorAt(98, 30), colorAt(102, 20), colorAt(398, 20)], [blue, red, red]);
    assert.deepEqual([colorAt(598, 30), colorAt(602, 30)], [blue, red]);
  });

  it("leaves out what satori ignores, and puts lines of wrapped items at the start", async () => {
    const colorAt = await renderRoute(
      routeOf(`
        <div style={{ position: "absolute", inset: 0, background: "#f00" }} />
        <div style={{ display: "flex", flexWrap: "wrap", width: 100, height: 400 }}>
          <div style={{ width: 100, height: 50 }} /><div style={{ width: 100, height: 50, background: "#00f" }} />
        </div>
        <div style={{ position: "absolute", left: 200, top: 0, width: 50, height: 50, background: "#f00", zIndex: 9 }} />
        <div style={{ position: "absolute", left: 200, top: 0, width: 50, height: 50, background: "#00f" }} />`),
    );
    assert.deepEqual([colorAt(600, 600), colorAt(50, 75), colorAt(220, 20)], [white, blue, blue]);
  });

  it("gives rows without a width that of their parent for 100%, and draws no images of unknown sizes", async () => {
    const full = `style={{ width: "100%", height: "100%" }}`;
    const colors = async (style: string, child: string) => {
      const at = await renderRoute(routeOf(`<section style={{ ${style} }}>${child}</section>`));
      return [at(20, 20), at(1180, 20)];
    };
    const photo = `<img src={image(40, 30)} ${full} />`;
    assert.deepEqual(await colors("", photo), [blue, blue]);
    assert.deepEqual(
      await colors("maxWidth: 500", `<p style={{ width: "100%", background: "#00f" }}>a</p>`),
      [blue, white],
    );
    assert.deepEqual(await colors(`position: "absolute"`, photo), [white, white]);
    assert.deepEqual(await colors(`flexDirection: "column"`, photo), [white, white]);
    assert.deepEqual(await colors(`position: "absolute", top: 0, bottom: 0, left: 0, right: 0`, photo), [
      blue,
      blue,
    ]);
    const { losses } = await convertRoute(
      routeOf(`<section><img src={image(9, 9)} style={{ width: "50%" }} /></section>`),
    );
    assert.match(losses.join("\n"), /A width is in percent of a box without a width/);
  });

  it("cuts texts off with an ellipsis", async () => {
    const { html } = await convertRoute(
      routeOf(`
        <p style={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", display: "flex" }}>a</p>
        <p style={{ display: "block", lineClamp: 2 }}>b</p><p style={{ display: "block", margin: "10 0", rowGap: "5" }}>c</p>`),
    );
    assert.match(html, /white-space: nowrap; display: block">a/);
    assert.match(
      html,
      /<p style="display: block; line-clamp: 2">b<\/p>\s*<p style="display: flex; margin: 10px 0; row-gap: 5px">c/,
    );
  });

  it("uses the fonts that the code gives, and of their weights the nearest", async () => {
    const card = `<h1 style={{ fontFamily: "monospace", fontWeight: 800, fontStyle: "italic" }}>a</h1>
      <p style={{ fontFamily: "Other, 'Space Grotesk'", fontWeight: "600" }}>b <code>c</code> <i>d</i></p>`;
    const next = await convertRoute(routeOf(card));
    assert.deepEqual(next.losses, []); // Geist comes with Placard
    assert.match(
      next.html,
      /:where\(:root\) \{ font-family: Geist; font-weight: 400 \}\n:where\(h1\) \{ font-weight: 400 \}/,
    );
    assert.match(next.html, /<h1 style="font-weight: 400">a<\/h1>\s*<p style="font-weight: 400">b <code>/);
    const given = await convertRoute(
      routeOf(
        card,
        `fonts: [{ name: "Inter", weight: 400 }, { name: "Inter", weight: 700, style: "italic" }, { name: "Space Grotesk", weight: 500 }]`,
      ),
    );
    assert.match(
      given.html,
      /:where\(:root\) \{ font-family: Inter; font-weight: 400 \}\n:where\(h1\) \{ font-weight: 700 \}/,
    );
    assert.match(given.html, /<h1 style="font-weight: 700; font-style: italic">a<\/h1>/);
    assert.match(given.html, /<p style="font-family: 'Space Grotesk'; font-weight: 500">b <code>/);
    const bold = await convertRoute(routeOf(card, `fonts: [{ name: "Inter", weight: 700 }]`));
    assert.match(bold.html, /:where\(:root\) \{ font-family: Inter; font-weight: 700 \}/);
    for (const unknown of ["await loadFonts()", "[null]"]) {
      const route = routeOf(card, `fonts: ${unknown}`).replace("default ()", "default async ({ loadFonts })");
      const { html } = await convertRoute(route);
      assert.match(html, /<h1 style="font-family: monospace; font-weight: 800; font-style: italic">/);
    }
  });

  it("changes the colors and the opacity of gradients apart, or reports it, and puts those at one edge into the center", async () => {
    const { html, losses } = await convertRoute(
      routeOf(`<p style={{ background: "linear-gradient(#ff0000, transparent)" }}>1</p>
        <p style={{ background: "linear-gradient(90deg, transparent, rgb(255, 0, 0) 20px)" }}>2</p>
        <p style={{ background: "radial-gradient(circle at top, #ff0000 0%, rgba(3, 0, 20, 0) 40%, white)" }}>3</p>
        <p style={{ backgroundImage: "radial-gradient(circle at 9px 9px, #fff 2%, #000 3%), radial-gradient(#000 1px, #fff 2px)" }}>4</p>
        <p style={{ background: "linear-gradient(#fff 1px, transparent 1px), linear-gradient(#000, transparent 3px)" }}>5</p>
        <p style={{ background: "linear-gradient(#fff 1px, transparent)" }}>6</p>
        <p style={{ background: "linear-gradient(#fff, #000, transparent 3px)" }}>7</p>
        <p style={{ background: "linear-gradient(#ff0000, #00ff00, transparent)" }}>8</p>
        <p style={{ "--c": "red", background: "linear-gradient(var(--c), transparent)" }}>9</p>`),
    );
    assert.match(html, /linear-gradient\(#ff0000, rgba\(191, 0, 0, 0\.75\), .*, transparent\)">1/);
    assert.match(html, /\(90deg, transparent, rgba\(64, 0, 0, 0\.25\), .*, rgb\(255, 0, 0\) 20px\)">2/);
    assert.match(
      html,
      /circle at center, #ff0000 0%, rgba\(192, 0, 5, 0\.75\), .*rgba\(3, 0, 20, 0\) 40%, rgba\(66, 64, 79, 0\.25\)/,
    );
    assert.match(
      html,
      /linear-gradient\(#fff 1px, transparent 1px\), linear-gradient\(#000, transparent 3px\)">5/,
    );
    assert.match(html, /linear-gradient\(#fff 1px, rgba\(191, 191, 191, 0\.75\), .*, transparent\)">6/);
    assert.match(html, /linear-gradient\(#fff, #000, transparent 3px\)">7/);
    assert.match(
      html,
      /#ff0000, rgba\(191, 64, 0, 1\), .*, #00ff00, rgba\(0, 191, 0, 0\.75\), .*, transparent\)">8/,
    );
    assert.deepEqual(losses, [
      "8 approximated A radial gradient has stops in pixels: satori draws them smaller, or not at all",
      "13 approximated A gradient to a transparent color keeps its color: in satori, it goes to that color",
    ]);
  });

  it("reports emoji once, and those in a text that its background is clipped to", async () => {
    const { losses } = await convertRoute(
      routeOf(
        `<p>🎉</p><p style={{ backgroundImage: "linear-gradient(red, blue)", backgroundClip: "text", color: "transparent" }}>🎉</p>`,
      ),
    );
    assert.deepEqual(losses, [
      "5 approximated Emoji are those of the installation, such as Noto's. Satori has Twemoji: add them as images",
      "5 approximated Emoji in a text with `background-clip: text` have its background, and not their colors",
    ]);
  });

  it("reports symbols that satori draws as emoji", async () => {
    const { losses } = await convertRoute(routeOf("<p>✓ ★ → 1</p><i>✝</i>"));
    assert.match(losses.join(), /^5 approximated Emoji are those of the installation[^,]*, [^,]*$/);
  });

  it("brightens as in linear light, and reports other colors of filters and blur at the edges", async () => {
    const { html, losses } = await convertRoute(
      routeOf(`<p style={{ filter: "brightness(50%) blur(2px)" }}>1</p><p style={{ filter: "brightness(1.5)" }}>2</p>
        <p style={{ filter: "saturate(2)" }}>3<b style={{ filter: "blur(1px)" }}>5</b></p><p style={{ top: -9, filter: "blur(9px)" }}>4</p>`),
    );
    assert.match(html, /filter: brightness\(0\.735\) blur\(2px\)">1.*filter: brightness\(1\.194\)">2/s);
    assert.deepEqual(losses, [
      "6 approximated Satori applies `saturate()` to linear colors: the colors differ",
      "6 approximated In satori, a filter replaces those of the elements around it; here, all are applied",
      "6 approximated Satori blurs only the part of a box within the card: its edges there fade",
    ]);
  });

  it("has lines as satori, which reads only the metrics of hhea, without the line gap", async () => {
    const name = "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf";
    const plain = await readFile(fileURLToPath(import.meta.resolve(name)));
    const other = Buffer.from(plain);
    const tables = readTables(other);
    tables.get("hhea")!.writeInt16BE(400, 8);
    tables.get("OS/2")!.writeInt16BE(500, 68);
    tables.get("OS/2")!.writeUInt16BE(0x80, 62); // browsers use the ascent of this table
    const code = `import { readFileSync } from "node:fs";
      ${routeOf("<p>1</p>", 'fonts: [{ name: "A", data: readFileSync("public/a.ttf") }]')}`;
    const files = { "public/a.ttf": other, "package.json": "{}" };
    const { ascent, lineGap } = readFontMetrics(await readConvertedFile(code, files, "assets/font-1.ttf"));
    assert.deepEqual([ascent, lineGap], [readFontMetrics(plain).ascent, 0]);
  });

  it("draws no borders without a color, unless they are written in one declaration", async () => {
    const colorAt = await renderRoute(
      routeOf(`<div style={{ width: 100, height: 100, borderWidth: 10, borderBottomColor: "#f00" }} />
        <div style={{ width: 100, height: 100, border: "10px solid", color: "#00f" }} />`),
    );
    assert.deepEqual([colorAt(50, 5), colorAt(50, 95), colorAt(150, 5)], [white, red, blue]);
  });

  it("makes the font in a WOFF file an asset, as it was before it was compressed", async () => {
    const file = fileURLToPath(
      import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
    );
    const font = await readFile(file);
    const fontOf = async (name: string, data: Buffer) => {
      const fonts = `fonts: [{ name: "A", data: readFileSync("public/${name}") }]`;
      const code = `import { readFileSync } from "node:fs"; ${routeOf("<p>1</p>", fonts)}`;
      return readConvertedFile(code, { [`public/${name}`]: data, "package.json": "{}" }, "assets/font-1.ttf");
    };
    const [plain, packed] = [await fontOf("a.ttf", font), await fontOf("a.woff", packWoff(font))];
    assert.deepEqual(readTables(packed), readTables(plain));
  });

  it("converts cards whose font files are damaged", async () => {
    for (const data of [
      "Buffer.from('<html>Not found</html>')",
      "Buffer.alloc(300)",
      "Buffer.from('wOFF')",
    ]) {
      const { html } = await convertRoute(
        routeOf("<p>a</p>", `fonts: [{ name: "Own", weight: 400, data: ${data} }]`),
      );
      assert.match(html, /font-family: Own/);
    }
  });

  it("makes the font files that CSS font matching chooses assets, and reports installed fonts that replace others", async () => {
    const file = fileURLToPath(
      import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
    );
    const route = routeOf("<h1>a</h1>", `fonts: [{ name: "Inter", weight: 600, data: font }]`).replace(
      "default () =>",
      `default async () => { const font = FILE; return `,
    );
    const files = { "public/inter.ttf": await readFile(file), "package.json": "{}" };
    for (const data of [
      "readFileSync('public/inter.ttf')",
      "await load(process.env.SITE + '/inter.ttf')",
      "await load(String(new URL('public/inter.ttf', import.meta.url)))",
    ]) {
      const code = `import { readFileSync } from "node:fs";
        const load = (url) => fetch(url).then((response) => response.arrayBuffer());${route.replace("FILE", data)}}`;
      const { html, losses } = await convertSource("route.tsx", code, files);
      assert.match(
        html,
        /@font-face \{ font-family: Inter; src: url\(assets\/font-1\.ttf\); font-weight: 600 \}/,
      );
      assert.deepEqual(losses, []);
    }
    const weights = "[500, 700, 400, 900].map((weight) => ({ name: 'Inter', weight, data: font }))";
    const takumi = `import { readFileSync } from "node:fs"; import { ImageResponse } from "takumi-js/response";
      const font = readFileSync("public/inter.ttf");
      export default () => new ImageResponse(<p style={{ fontWeight: 600 }}>a</p>, { fonts: ${weights} });`;
    const { html } = await convertSource("route.tsx", takumi, files);
    // As CSS matches 400 and 600.
    assert.deepEqual(html.match(/(?<=@font-face.*font-weight: )\d+/gu), ["700", "400"]);
    assert.match(html, /:where\(:root\) \{ font-family: Inter; font-weight: 400 \}/);
    const named = takumi
      .replaceAll("fontWeight: 600", 'fontFamily: "My Inter"')
      .replace("'Inter'", "'My Inter'");
    assert.match(
      (await convertSource("route.tsx", named, files)).html,
      /@font-face \{ font-family: 'My Inter'/,
    );
    for (const name of ["Inter", "Noto Sans JP"]) {
      const code = route.replace("FILE", "await fetch('https://a.b/inter.ttf')").replace("Inter", name);
      const { losses } = await convertRoute(`${code}}`);
      assert.deepEqual(losses.map((loss) => loss.replace(/:.*/u, "")).slice(0, 1), [
        `4 approximated The code loads \`${name}\` from elsewhere`,
      ]);
    }
  });

  it("reports sizes of images that are texts, which satori ignores", async () => {
    const image = '<img src="https://a.b/c.png" width="86" height={86} />';
    const loss = "5 approximated The size of the image is a text, which satori ignores: it has this size";
    assert.deepEqual((await convertRoute(routeOf(image))).losses, [loss]);
    assert.deepEqual((await convertRoute(routeOf(image.replace('"86"', "{86}")))).losses, []);
    const next = await convertRoute(
      'import Image from "next/image";' + routeOf(image.replace("<img", "<Image")),
    );
    assert.deepEqual(next.losses, [loss]);
  });

  it("has the font of sveltekit-og, and reports sizes of images in its HTML", async () => {
    const { html, losses } = await convertSource(
      "server.ts",
      `import { ImageResponse } from "@ethercorps/sveltekit-og";
      export const GET = () => new ImageResponse('<b tw="font-bold"><img src="https://a.b/c.png" width="86"/>Hi</b>');`,
    );
    assert.match(html, /font-family: 'Noto Sans'/);
    assert.match(html, /--font-weight-bold: 700/);
    assert.match(losses.join("\n"), /The size of the image is a text/);
  });

  it("reads units that satori does not know as pixels", async () => {
    const { html } = await convertRoute(routeOf(`<p style={{ padding: "60pt 8mm", width: "2em" }}>a</p>`));
    assert.match(html, /padding: 60px 8px; width: 2em/);
  });

  it("draws borders without a style, aligns first lines, and keeps the width of placed texts", async () => {
    const border = await convertRoute(routeOf(`<p style={{ border: "4px #1D283A", borderTop: 0 }}>a</p>`));
    assert.match(border.html, /border: 4px #1D283A solid; border-top: 0 solid/);
    const row = await convertRoute(routeOf(`<p style={{ alignItems: "baseline" }}><b>a</b><i>b</i></p>`));
    assert.match(row.html, /align-items: flex-end/);
    const placed = await convertRoute(
      routeOf(`<p><b style={{ position: "absolute", left: "50%", maxWidth: 700 }}>a</b></p>`),
    );
    assert.match(placed.html, /left: 50%; max-width: 700px; width: max-content/);
  });

  it("reports several shadows of a text", async () => {
    const shadows = ["0 0 4px rgba(0, 0, 0, 0.5)", "0 0 4px #000, 0 0 9px rgba(1, 2, 3, 0.5)"];
    const found = await Promise.all(
      shadows.map((shadow) => convertRoute(routeOf(`<p style={{ textShadow: "${shadow}" }}>a</p>`))),
    );
    assert.deepEqual(
      found.map(({ losses }) => losses.length),
      [0, 1],
    );
  });

  it("makes an image that code passes as bytes an asset", async () => {
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: red } })
      .png()
      .toBuffer();
    const route = routeOf("<img src={Uint8Array.from(bytes).buffer} /><img src={bytes} />");
    const code = `import { readFile } from "node:fs/promises"; ${route.replace(
      "default () =>",
      `default async () => { const bytes = await readFile("public/a.png"); return `,
    )}}`;
    const { html, losses, fields } = await convertSource("route.tsx", code, {
      "public/a.png": png,
      "package.json": "{}",
    });
    assert.match(html, /src="assets\/image-1\.png"[^]*src="assets\/image-1\.png"/);
    assert.deepEqual([losses, fields], [[], {}]);
  });

  it("reads a module without a renderer as a card for satori if package.json names it, and reports it", async () => {
    const card = `export default ({ title }) => <p style={{ inset: 0 }}>{title}</p>;`;
    const project = (name: string) => ({ "package.json": JSON.stringify({ dependencies: { [name]: "1" } }) });
    const { html, losses } = await convertSource("card.tsx", card, project("satori"));
    assert.match(html, /<p>\{\{title\}\}<\/p>/);
    assert.match(
      losses.join("\n"),
      /^1 approximated The module imports no renderer.*\n1 approximated The fonts/,
    );
    const other = await convertSource("card.tsx", card, project("react"));
    assert.match(other.html, /<p style="inset: 0">/);
  });

  it("reports fonts that are not known, and those of takumi", async () => {
    const code = routeOf("<p>1</p>", "fonts: await loadFonts()").replace(
      "default ()",
      "default async ({ loadFonts })",
    );
    assert.match((await convertRoute(code)).losses.join(), /The fonts that the code gives are not known/);
    const component = `import satori from "satori"; export const render = satori; export default () => <p><b style={{ fontFamily: "monospace" }}>1</b><i style={{ fontFamily: '"My Font", serif' }}>2</i></p>;`;
    assert.match(
      (await convertRoute(component)).html,
      /:where\(:root\) \{ font-family: 'My Font'; font-weight: 400 \}/,
    );
    const older = `import { ImageResponse } from "next/server"; export default () => new ImageResponse(<p style={{ inset: 0 }}>1</p>);`;
    assert.match((await convertRoute(older)).html, /font-family: Geist[^]*<p>1/);
    const takumi = `import { ImageResponse } from "@takumi-rs/image-response"; export default () => new ImageResponse(<p>1</p>);`;
    assert.deepEqual((await convertRoute(takumi)).losses, []);
    const generic = takumi.replace("<p>", "<p style={{ fontFamily: '\"My Font\", monospace' }}>");
    assert.match((await convertRoute(generic)).losses.join(), /Takumi draws `sans-serif` in Geist/);
  });

  it("gives headings and paragraphs margins that depend on the font size of their parent", async () => {
    const { html } = await convertRoute(
      routeOf(`<h1 style={{ fontSize: "10rem" }}>1</h1><p style={{ fontSize: 9, marginTop: 0 }}>2</p>
        <div style={{ fontSize: "2em" }}><h2 style={{ fontSize: 9 }}>3</h2><h2>4</h2></div>
        <h1 tw="mt-2 text-5xl">5</h1>`),
    );
    assert.match(html, /margin-top: 21\.44px; margin-bottom: 21\.44px">1/);
    assert.match(html, /<p style="font-size: 9px; margin-top: 0; margin-bottom: 16px">2/);
    assert.match(html, /margin-top: 39\.84px; margin-bottom: 39\.84px">3<\/h2>\s*<h2>4/);
    assert.match(html, /<h1 style="margin-bottom: 21\.44px" class="mt-2 text-5xl">5/);
  });

  it("has lines as wide as without kerning", async () => {
    const colorAt = await renderRoute(
      routeOf(
        `<div style={{ display: "flex", fontSize: 200 }}><b style={{ background: "#f00" }}>AVAVAV</b></div>`,
        `fonts: [{ name: "Inter", weight: 400 }]`,
      ),
    );
    assert.deepEqual([colorAt(810, 10), colorAt(850, 10)], [red, white]);
  });

  it("has the weight that is given, also if there is a bolder one, and reports once that large texts have no kerning", async () => {
    const { html, losses } = await convertRoute(
      routeOf(
        `<p style={{ fontWeight: 600, fontSize: 40 }}>1</p><p style={{ fontSize: 60 }}>2</p><p style={{ fontSize: 39 }}>3</p>`,
        `fonts: [{ name: "Inter", weight: 600 }, { name: "Inter", weight: 700 }]`,
      ),
    );
    assert.match(html, /font-weight: 600[^>]*>1/);
    assert.equal(losses.filter((loss) => loss.includes("Large texts have no kerning")).length, 1);
    const ofClass = await convertRoute(routeOf(`<p tw="text-lg">1</p><p tw="text-7xl">2</p>`));
    assert.match(ofClass.losses.join("\n"), /^\d+ approximated Large texts have no kerning[^\n]*$/);
  });

  it("ignores a limit of lines without an ellipsis, and images after the color of a background", async () => {
    const clamp = 'display: "-webkit-box", WebkitBoxOrient: "vertical", WebkitLineClamp: 2';
    const { html } = await convertRoute(
      routeOf(`<p style={{ ${clamp} }}>1</p><p style={{ ${clamp}, textOverflow: "ellipsis" }}>2</p>
        <p style={{ lineClamp: 2 }}>3</p>
        <p style={{ background: "rgba(0, 0, 0, 0.5) url(https://a.b/c.png) center" }}>4</p>
        <p style={{ background: "#f00 linear-gradient(red, blue)" }}>5</p>`),
    );
    assert.match(html, /<p style="display: flex; -webkit-box-orient: vertical">1<\/p>/);
    assert.match(html, /-webkit-line-clamp: 2; text-overflow: ellipsis">2/);
    assert.match(
      html,
      /<p>3<\/p>\s*<p style="background: rgba\(0, 0, 0, 0\.5\)">4<\/p>\s*<p style="background: #f00">5/,
    );
  });

  it("stretches drawings to their box, and shrinks texts to less than a line", async () => {
    const colorAt = await renderRoute(
      routeOf(`<img src={image(100, 50)} width={200} height={200} />
        <div style={{ display: "flex", flexDirection: "column", width: 100, height: 200, background: "#f00" }}>
          <div style={{ width: 100, height: 190, background: "#00f" }} /><div style={{ fontSize: 90 }}>.</div><div style={{ width: 100, height: 10, background: "#fff" }} />
        </div>`),
    );
    assert.deepEqual([colorAt(100, 5), colorAt(250, 188), colorAt(250, 195)], [blue, blue, white]);
  });

  it("gives SVG without a size that of its view box, and the other size of one with a size", async () => {
    const { html } = await convertRoute(
      routeOf(`<svg viewBox="0 0 24 12"><path d="M0 0" /></svg><svg viewBox="0 0 24 12" width="48"><path d="M0 0" /></svg>
        <svg viewBox="0 0 24 12" width="100%"><path d="M0 0" /></svg>`),
    );
    assert.deepEqual(html.match(/(?<=<svg )[^>]*/gu), [
      'viewBox="0 0 24 12" width="24" height="12"',
      'viewBox="0 0 24 12" width="48" height="24"',
      'viewBox="0 0 24 12" width="100%"',
    ]);
  });

  it("keeps numbers without units of properties that are named as in CSS", async () => {
    const { html, losses } = await convertRoute(
      routeOf(
        `<p style={{ display: "-webkit-box", "-webkit-line-clamp": 3, "-webkit-box-orient": "vertical", overflow: "hidden", textOverflow: "ellipsis", "font-weight": 400 }}>1</p>`,
      ),
    );
    assert.match(html, /-webkit-line-clamp: 3;/);
    assert.deepEqual(losses, []);
  });
});
