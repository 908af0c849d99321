import assert from "node:assert/strict";
import { convertCard, convertRoute, convertSource } from "./testing/convert-source.ts";

describe("choice of the converted card", () => {
  it("leaves a value out that the code fails with, and uses its default", async () => {
    const { html, losses } = await convertCard(`export default ({ price, currency = "EUR" }) => (
        <main>{new Intl.NumberFormat("en", { style: "currency", currency }).format(price)}</main>
      );`);
    assert.match(html, /<main>€\{\{result\}\}<\/main>/);
    assert.match(
      losses[0]!,
      /^1 approximated The card has no `currency`: the code fails with a placeholder for it/,
    );
  });

  it("reports that a source has other cards, and takes nothing from them", async () => {
    const { html, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      export const Post = ({ title }) => { if (!title) throw new Error("no title"); return new ImageResponse(<p>{title}</p>); };
      export const Site = () => new ImageResponse(<b>My site</b>);`);
    assert.match(html, /<p>\{\{title\}\}<\/p>/);
    assert.doesNotMatch(html, /My site/);
    assert.deepEqual(losses, ["3 dropped Another card: it is not converted"]);
  });

  it("converts the exported component with the most values, and reports those that it does not contain", async () => {
    const { html, losses } = await convertSource(
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
    assert.deepEqual(losses.slice(1), ["4 dropped The export `Empty` is another card: it is not converted"]);
    const wrapper = await convertCard(`export const Wrapper = ({ children }) =>\n<main>{children}</main>;`);
    assert.deepEqual(wrapper.losses, ["2 dropped Elements that are not known are one text"]);
  });

  it("gives environment variables that are not set the same treatment as other values", async () => {
    const { fields, html } = await convertRoute(`import { ImageResponse } from "next/og";
      export async function GET() {
        if (!process.env.PLACARD_TEST_KEY) return new ImageResponse(<b>no key</b>);
        const { name } = await fetch(process.env.PLACARD_TEST_URL + "/user").then((response) => response.json());
        const site = import.meta.env.PLACARD_TEST_SITE ?? "Acme";
        return new ImageResponse(<p>{name} {site} {import.meta.env.MODE}</p>);
      }`);
    assert.match(html, /<p>\{\{name\}\} \{\{PLACARD_TEST_SITE\}\} production<\/p>/);
    assert.equal(fields["PLACARD_TEST_SITE"]?.default, "Acme");
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
    const found = await convertRoute(source(`kind !== "news"`));
    assert.match(found.html, /<p>news<\/p>/);
    assert.match(found.losses.join("\n"), /kind`: the code fails with a placeholder for it \(unknown kind\)/);
    const failing = await convertRoute(source("true"));
    assert.match(failing.html, /<b>Error<\/b>/);
    assert.deepEqual(failing.losses, [
      "6 dropped Another card: it is not converted",
      "8 approximated The code caught an error before it created the card: unknown kind",
    ]);
  });

  it("finds the card behind checks of patterns, ranges, numbers and lists", async () => {
    const { html, fields, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      export async function GET({ nextUrl: { searchParams } }) {
        const [id, lat] = [searchParams.get("id") ?? "", parseFloat(searchParams.get("lat") ?? "")];
        if (!/^\\d+$/.test(id) || !Number.isFinite(lat) || isNaN(lat) || lat < -90 || !(lat <= 90)) return null;
        const rows = await fetch("https://example.com/" + id).then((response) => response.json());
        const row = Array.isArray(rows) && rows[0] ? rows[0] : null;
        if (!row) return Response.redirect("https://example.com");
        return new ImageResponse(<p>{row.name} {lat}</p>);
      }`);
    assert.match(html, /<p>\{\{name\}\} \{\{lat\}\}<\/p>/);
    assert.equal(fields["lat"]?.type, "number");
    const met = losses.flatMap((loss) => /The condition `(.*)` counts as met/u.exec(loss)?.[1] ?? []);
    assert.deepEqual(met.toSorted(), ["/^\\d+$/.test(id)", "Array.isArray(fetch())"]);
  });

  it("reports cards that a source passes to a renderer by another name, but none of its own functions", async () => {
    const aliases = await convertRoute(`import * as og from "next/og";
      import { ImageResponse as Fallback } from "next/og";
      export const GET = ({ title }) => {
        try { return new og.ImageResponse(<p>{title}</p>); }
        catch { return new Fallback(<b>Error</b>); }
      };`);
    assert.deepEqual(aliases.losses, ["5 dropped Another card: it is not converted"]);
    const own = await convertRoute(`import satori from "satori";
      const ImageResponse = ({ title }) => <p>{title}</p>;
      export const GET = ({ title }) => satori(ImageResponse({ title }), { fonts: [] });`);
    assert.match(own.html, /<p>\{\{title\}\}<\/p>/);
    assert.deepEqual(own.losses, []);
  });

  it("converts the image of a frame, and reports only missing components that the card contains", async () => {
    const { html, losses } = await convertRoute(`import { frames } from "missing-frames";
      import { Icon, Logo } from "missing-icons";
      const icons = { other: <Icon /> };
      export const GET = frames(async ({ user }) => ({
        image: <div tw="flex"><Logo />{user.name}</div>, icon: icons.other,
      }));`);
    assert.match(html, /<div class="flex">\{\{name\}\}<\/div>/);
    const missing = losses.filter((loss) => loss.includes("can't be found"));
    assert.deepEqual(missing, ["5 dropped The component `missing-icons.Logo`: its module can't be found"]);
  });

  it("converts the fetch handler of a worker, and reads parameters of a query", async () => {
    const { html, losses } = await convertRoute(`import { ImageResponse } from "workers-og";
      export default {
        async fetch(request) {
          const params = new URLSearchParams(new URL(request.url).search);
          return new ImageResponse(<p>{params.get("title")}</p>);
        },
      };`);
    assert.match(html, /<p>\{\{title\}\}<\/p>/);
    assert.deepEqual(losses, []);
  });

  it("converts components of memo and forwardRef", async () => {
    const { html, losses } = await convertCard(`import { forwardRef, memo } from "react";
      export const Card = memo(forwardRef(({ title }, ref) => <main ref={ref}>{title}</main>));`);
    assert.match(html, /<main>\{\{title\}\}<\/main>/);
    assert.deepEqual(losses, []);
  });

  it("reports that a loop renders further cards", async () => {
    const { losses } = await convertRoute(`import satori from "satori";
      for (const name of ["a", "b"])
        satori(<p>{name}</p>, {});`);
    assert.deepEqual(losses, [
      "3 dropped The code renders several cards here: this is the first one, and its own texts and images are fixed",
    ]);
  });

  it("converts the first of several cards that a script renders after it loads files, also on CI, and reports it", async () => {
    const { CI } = process.env;
    process.env["CI"] = "true";
    const { html, losses } = await convertRoute(`import { readFile } from "node:fs/promises";
      import satori from "satori";
      const pages = ["Home", "Docs"];
      async function main() {
        if (process.env.CI) process.exit(1);
        for (const page of pages) await render(page, await readFile("package.json").catch(() => ""));
      }
      async function render(page: string, _file: unknown) {
        await satori(<p>{page}</p>, { width: 1200, height: 630, fonts: [] });
      }
      main().catch(() => process.exit(1));`).finally(() => {
      if (CI === undefined) delete process.env["CI"];
      else process.env["CI"] = CI;
    });
    assert.match(html, /<p[^>]*>Home<\/p>/);
    assert.deepEqual(losses, [
      "9 dropped The code renders several cards here: this is the first one, and its own texts and images are fixed",
    ]);
  });

  it("makes fields of a module whose path has a value, and of letters by their numbers", async () => {
    const { html, fields, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      import { z } from "missing-validator";
      const schema = z.object({ path: z.string().startsWith("/").optional() });
      export async function GET({ params, url }) {
        const { slug, code } = await params;
        const { metadata } = await import(\`@/content/\${slug}.mdx\`);
        const other = await import("./" + "package.json");
        if (await caches.default.match(url)) return;
        return new ImageResponse(<p>{metadata.title} {String.fromCodePoint(code)} {schema.parse(code) && ""}</p>);
      }`);
    assert.match(html, /\{\{title\}\} \{\{fromCodePoint\}\}/);
    assert.deepEqual(Object.keys(fields).toSorted(), ["fromCodePoint", "title"]);
    assert.ok(losses.includes("9 approximated The result of `fromCodePoint()` is now a field"));
  });

  it("finds the card behind cached images and conditions, and reads files relative to the module", async () => {
    const pixel = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>';
    const { html, losses } = await convertSource(
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
    assert.match(html, /<img style="align-self: flex-start" src="assets\/icon\.svg" width="9">\{\{title\}\}/);
    const all = losses.join("\n");
    assert.match(all, /The card has no `cache\.get\(\)`/);
    assert.match(all, /9 approximated The condition `missing-module\.allowed\.includes\(\)` counts as met/);
    assert.match(all, /6 approximated `request\.title\.slice\(\)` is not applied: send less/);
    assert.doesNotMatch(all, /NaN/);
  });

  it("reports a card for errors that the same function creates", async () => {
    const { html, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      const draw = (title: string) => new ImageResponse(<b>{title}</b>);
      export async function GET({ post }) {
        try { return draw(post.title.trim()); } catch {
          return draw("Not found");
        }
      }`);
    assert.match(html, /<b>\{\{title\}\}<\/b>/);
    assert.deepEqual(losses, ["5 dropped Another card: it is not converted"]);
  });
});
