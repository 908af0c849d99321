/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { join, relative, resolve } from "node:path";
import type { AddressInfo } from "node:net";
import { bundledFonts } from "@placard/templates/bundled-fonts";
import { startBrowser } from "@placard/testing";
import { bundledFontPath } from "../../../dist/fonts/face-sources.js";
import { measurePage } from "./measure-page.ts";
import type { Measurements, RenderedCard } from "./measurements.ts";

/** A card as HTML: a style element and the root element. */
export interface CardPage {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  readonly html: string;
}

export interface ChromiumRenderer {
  render: (page: CardPage) => Promise<RenderedCard>;
  /** Measures a card without a screenshot. */
  measure: (page: CardPage) => Promise<Measurements>;
  /** Runs a function in the page of a card. */
  evaluate: <T>(page: CardPage, run: () => T) => Promise<T>;
  /** The major version. */
  readonly version: string;
  close: () => Promise<void>;
}

/** Text is rasterized as Placard does it: without hinting, in gray. */
const flags = [
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  "--hide-scrollbars",
  "--force-device-scale-factor=1",
];

/** The directory of the packages of the bundled fonts. */
const fonts = resolve(bundledFontPath("Inter"), "../../..");

/**
 * Starts Chromium with one page that shows a card after the other.
 * @param assetsDirectory the files that pages refer to as `assets/…`
 */
export async function startChromium(assetsDirectory: string): Promise<ChromiumRenderer> {
  const files = await startFileServer(assetsDirectory);
  const browser = await startBrowser({ flags });
  const { page } = browser;
  await page.goto(files.url);
  const userAgent = await page.evaluate(() => navigator.userAgent);

  return {
    version: /Chrome\/(\d+)/.exec(userAgent)?.[1] ?? userAgent,
    async measure({ width, height, html }) {
      await page.setViewportSize({ width, height });
      await page.evaluate(showCard, { width, height, html });
      return page.evaluate(measurePage);
    },
    async render({ width, height, html }) {
      await page.setViewportSize({ width, height });
      await page.evaluate(showCard, { width, height, html });
      const png = await page.screenshot({ clip: { x: 0, y: 0, width, height } });
      return { png, ...(await page.evaluate(measurePage)) };
    },
    async evaluate<T>({ width, height, html }: CardPage, run: () => T) {
      await page.setViewportSize({ width, height });
      await page.evaluate(showCard, { width, height, html });
      return page.evaluate<T>(run);
    },
    async close() {
      await browser.close();
      await files.close();
    },
  };
}

/** Runs in the browser: replaces the card, and waits for its fonts and images. */
async function showCard({ width, height, html }: CardPage): Promise<void> {
  const card = document.querySelector<HTMLElement>("x-card")!;
  Object.assign(card.style, { width: `${width}px`, height: `${height}px` });
  card.innerHTML = html;
  // Placard's fonts of the generic families, and its fallbacks.
  const serif = ["Noto Serif", "DejaVu Serif", "Liberation Serif"];
  const monospace = ["Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono"];
  const families: Record<string, string[]> = {
    "sans-serif": ["Inter"],
    "system-ui": ["Inter"],
    serif,
    monospace,
    "ui-monospace": monospace,
  };
  const fallbacks = ["Inter", "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew"];
  const elements = [...card.querySelectorAll<HTMLElement>("[data-path]")];
  const lists = elements.map((element) =>
    getComputedStyle(element)
      .fontFamily.split(",")
      .map((name) => name.trim().replaceAll('"', ""))
      .flatMap((name) => families[name] ?? [name]),
  );
  for (const [index, element] of elements.entries()) {
    element.style.fontFamily = [...lists[index]!, ...fallbacks].map((name) => `"${name}"`).join(", ");
  }
  await Promise.all([...card.querySelectorAll("img")].map((image) => image.decode().catch(() => undefined)));
  // Layout starts to load the fonts, and background images load before the second frame.
  card.getBoundingClientRect();
  await document.fonts.ready;
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  await nextFrame();
  await nextFrame();
}

/** Serves the page, the bundled fonts and the assets. */
async function startFileServer(
  assetsDirectory: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    if (path === "/") {
      response.setHeader("content-type", "text/html; charset=utf-8").end(frame());
      return;
    }
    const [, directory, ...rest] = path.split("/");
    const root = directory === "assets" ? assetsDirectory : fonts;
    readFile(join(root, ...rest.filter((part) => part !== ".."))).then(
      (bytes) => {
        if (path.endsWith(".svg")) response.setHeader("content-type", "image/svg+xml");
        response.setHeader("cache-control", "max-age=3600").end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The page around a card, which contains the card's own style sheet. */
function frame(): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><style>${fontFaces()}
html, body { margin: 0 }
x-card { display: grid; grid: 100% / 100%; place-items: start; container-type: size; overflow: hidden; font: 400 16px/normal sans-serif; color: #000 }
</style><body><x-card></x-card></body></html>`;
}

/** All faces of the bundled fonts. */
function fontFaces(): string {
  return bundledFonts
    .flatMap(({ family, weights, hasItalics }) =>
      weights.flatMap((weight) =>
        (hasItalics ? (["normal", "italic"] as const) : (["normal"] as const)).map((style) => {
          const path = relative(fonts, bundledFontPath(family, weight, style));
          return `@font-face { font-family: "${family}"; font-weight: ${weight}; font-style: ${style}; src: url("/fonts/${path}") }`;
        }),
      ),
    )
    .join("\n");
}
