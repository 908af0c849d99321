// Part of `npm run build`: bundles the programs of each service with their dependencies, from `dist/` to
// `bundle/`, so that they start faster (docs/decisions/0083-bundle-the-services.md). Arguments name the
// services; default: all.
import { readFile, rm } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The programs of each service. `main` starts the others, the container test `decoder-isolation`. */
const programs = {
  gateway: ["main"],
  operator: ["main"],
  renderer: [
    "main",
    "decoder/decoder-isolation",
    "decoder/decoder-process",
    "decoder/isolation-check",
    "quarantine/parent-watch",
    "quarantine/quarantine-process",
  ],
};

/** Packages that find files relative to their own, such as native code. The images have them as packages. */
const external = ["canvas", "harfbuzzjs", "msgpackr-extract", "sharp", "wawoff2"];

/** What dependencies in CommonJS expect in each module. */
const banner = `import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
const { dirname: __dirname, filename: __filename } = import.meta;`;

const named = process.argv.slice(2);
for (const service of named.length > 0 ? named : Object.keys(programs)) {
  const directory = `${root}services/${service}`;
  await rm(`${directory}/bundle`, { recursive: true, force: true });
  await build({
    entryPoints: programs[service].map((name) => `${directory}/dist/${name}.js`),
    outdir: `${directory}/bundle`,
    entryNames: "[name]",
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    mainFields: ["module", "main"],
    external,
    banner: { js: banner },
    // V8 keeps the source: without comments it is half as long, and has one byte per character.
    minifyWhitespace: true,
    legalComments: "external",
    lineLimit: 120, // for positions in stack traces
    logLevel: "warning",
    plugins: [keepModuleUrls(`${directory}/bundle`)],
  });
}

/** Files of packages, such as templates, stay relative to their module. Programs are in `bundle/`. */
function keepModuleUrls(outdir) {
  return {
    name: "keep-module-urls",
    setup({ onLoad }) {
      onLoad({ filter: /\/packages\/[^/]+\/dist\/.*\.js$/ }, async ({ path }) => {
        const source = await readFile(path, "utf8");
        const url = `new URL(${JSON.stringify(relative(outdir, path))}, import.meta.url).href`;
        return { contents: source.replaceAll("import.meta.url", url) };
      });
    },
  };
}
