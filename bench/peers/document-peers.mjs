// takumi and satori for documents with inline styles: `render({ tree, html }, size)` gives a PNG and boxes.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";
import { Renderer } from "@takumi-rs/core";
import { fromHtml } from "@takumi-rs/helpers/html";
import satori from "satori";

const { resolve } = createRequire(import.meta.url);
const weights = {
  400: "Regular",
  500: "Medium",
  600: "SemiBold",
  700: "Bold",
  800: "ExtraBold",
  900: "Black",
};

async function readFonts() {
  const faces = Object.entries(weights).flatMap(([weight, name]) =>
    ["", "_Italic"].map((style) => ({ weight: Number(weight), path: `${weight}${name}${style}`, style })),
  );
  return Promise.all(
    faces.map(async ({ weight, path, style }) => ({
      name: "Inter",
      weight,
      style: style ? "italic" : "normal",
      data: await readFile(resolve(`@expo-google-fonts/inter/${path}/Inter_${path}.ttf`)),
    })),
  );
}

/** @param assets the files that documents refer to as `assets/…` */
export async function createPeers(assets) {
  const fonts = await readFonts();
  const files = assets.filter(({ contentType }) => contentType.startsWith("image/"));
  const renderer = new Renderer();
  for (const font of fonts) await renderer.registerFont(font);
  const images = files.map(({ path, bytes }) => ({ src: `assets/${path}`, data: bytes }));

  const dataUrls = new Map(
    files.map(({ path, bytes, contentType }) => [
      `assets/${path}`,
      `data:${contentType};base64,${bytes.toString("base64")}`,
    ]),
  );
  const withDataUrls = (text) =>
    text.replace(/(?:http:\/\/localhost:\d+\/)?(assets\/[\w.-]+)/g, (all, path) => dataUrls.get(path) ?? all);
  const toElement = (node) => {
    if (typeof node === "string") return node;
    const { src, children = [], style } = node.props;
    const own = Object.fromEntries(Object.entries(style).map(([name, value]) => [name, withDataUrls(value)]));
    if (src !== undefined) return { type: "img", props: { src: withDataUrls(src), style: own } };
    const list = children.map(toElement);
    return { type: node.type, props: { style: own, children: list.length === 1 ? list[0] : list } };
  };

  return {
    async takumi({ html }, { width, height }) {
      const source = fromHtml(html.replace(/http:\/\/localhost:\d+\//g, ""));
      const options = { width, height, images, css: source.css };
      // Boxes are compared without transforms.
      const untransformed = fromHtml(
        html.replaceAll(/(["\s])(?:transform|translate|rotate|scale): [^;"]*/g, "$1"),
      );
      const measured = await renderer.measure(untransformed.node, options);
      const boxes = [];
      const visit = ({ transform, width: w, height: h, children }) => {
        boxes.push({ x: transform[4], y: transform[5], width: w, height: h });
        for (const child of children) visit(child);
      };
      visit(measured);
      return { png: await renderer.render(source.node, { ...options, format: "png" }), boxes };
    },
    async satori({ tree }, { width, height }) {
      const boxes = [];
      const svg = await satori(toElement(tree), {
        width,
        height,
        fonts,
        onNodeDetected: (node) =>
          boxes.push({ x: node.left, y: node.top, width: node.width, height: node.height }),
      });
      const png = new Resvg(svg, { font: { loadSystemFonts: false }, background: "#ffffff" })
        .render()
        .asPng();
      return { png, boxes };
    },
  };
}
