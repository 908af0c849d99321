// Bundles the console into dist/public: index.html, and all other files in assets/, named with a content
// hash. manifest.json has the hashed name of each source, guides.json the guides of /docs as HTML, and
// licenses.txt the licenses of bundled packages. Usage: node services/console/build.mjs
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { picturesOf, readGuides, renderGuides } from "./guides/guides.mjs";

const source = fileURLToPath(new URL("src/", import.meta.url));
const lucide = dirname(fileURLToPath(import.meta.resolve("lucide-static/package.json")));
const target = fileURLToPath(new URL("dist/public/", import.meta.url));

const samples = (await readdir(join(source, "samples"))).map((name) => `samples/${name}`);
const guides = readGuides();
const { outputFiles, metafile } = await build({
  absWorkingDir: source,
  entryPoints: [
    "main.tsx",
    "docs/docs.ts",
    "styles/main.css",
    "styles/docs.css",
    "icon.svg",
    ...samples,
    ...picturesOf(guides),
  ],
  outdir: join(target, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  loader: { ".svg": "copy", ".webp": "copy", ".woff2": "file" },
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  metafile: true,
  write: false,
}).catch(() => process.exit(1)); // esbuild has printed its errors

/** The outputs by their path relative to the page. esbuild lists them relative to the sources. */
const outputs = new Map(
  Object.entries(metafile.outputs).map(([path, output]) => [path.replace("../dist/public/", ""), output]),
);

/** The hashed path of each entry point. @type {Record<string, string>} */
const manifest = Object.fromEntries(
  [...outputs].flatMap(([path, { entryPoint }]) => (entryPoint === undefined ? [] : [[entryPoint, path]])),
);

await rm(target, { recursive: true, force: true });
await mkdir(join(target, "assets"), { recursive: true });
for (const { path, contents } of outputFiles) await writeFile(path, contents);
const icons = await renderIcons();
const iconsHash = createHash("sha256").update(icons).digest("hex").slice(0, 8).toUpperCase();
manifest["icons.svg"] = `assets/icons-${iconsHash}.svg`;
await writeFile(join(target, manifest["icons.svg"]), icons);
await writeFile(join(target, "index.html"), await renderPage());
await writeFile(join(target, "licenses.txt"), await readLicenses());
await writeFile(join(target, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
await writeFile(join(target, "guides.json"), JSON.stringify(renderGuides(guides, hashedPath)));

/**
 * The hashed path of a file outside of src; undefined if it is not an entry point.
 * @param {string} path
 */
function hashedPath(path) {
  return manifest[relative(source, path)];
}

/** index.html with hashed paths, and a preload of each module that main.tsx imports at start. */
async function renderPage() {
  const html = await readFile(join(source, "index.html"), "utf8");
  const preloads = staticImports(manifest["main.tsx"] ?? "").map(
    (path) => `<link rel="modulepreload" href="${path}" />`,
  );
  return html
    .replaceAll(/(src|href|data-\w+)="([\w/-]+\.\w+)"/g, (_, attribute, path) => {
      const hashed = manifest[path];
      if (hashed === undefined) throw new Error(`index.html refers to ${path}, which is not an entry point.`);
      return `${attribute}="${hashed}"`;
    })
    .replace("</head>", `${preloads.join("\n    ")}\n  </head>`);
}

/** The icons of Lucide as symbols of an SVG document, each with the words that find it. */
async function renderIcons() {
  const read = (/** @type {string} */ name) => readFile(join(lucide, name), "utf8");
  const [sprite, tagsFile] = await Promise.all([read("sprite.svg"), read("tags.json")]);
  /** @type {Record<string, string[]>} */
  const tags = JSON.parse(tagsFile);
  const symbols = [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24">(.+?)<\/symbol>/gs)];
  const rows = symbols.map(([, name = "", content = ""]) => {
    const text = [name, ...(tags[name] ?? [])].join(" ").toLowerCase();
    const words = [...new Set(text.match(/[a-z\d]+/g))].join(" ");
    const start = `<symbol id="${name}" data-words="${words}" viewBox="0 0 24 24">`;
    return `${start}${content.replaceAll(/\s*\n\s*/g, "")}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${rows.join("\n")}\n</svg>\n`;
}

/** The licenses of the packages in the bundle. */
async function readLicenses() {
  const names = [...Object.keys(metafile.inputs), relative(source, lucide)].flatMap(
    (path) => /.*node_modules\/(?!@placard\/)(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  const texts = [...new Set(names)].toSorted().map(async (path) => {
    const directory = join(source, path);
    const file = (await readdir(directory)).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${path} has no license file.`);
    return `${path.replace(/.*node_modules\//, "")}\n\n${await readFile(join(directory, file), "utf8")}`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * The modules that a module imports statically, directly or not.
 * @param {string} path
 * @returns {string[]}
 */
function staticImports(path) {
  const direct = (outputs.get(path)?.imports ?? [])
    .filter(({ kind }) => kind === "import-statement")
    .map((imported) => imported.path.replace("../dist/public/", ""));
  return [...new Set([...direct, ...direct.flatMap(staticImports)])];
}
