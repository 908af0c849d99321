// Part of `npm run build`: bundles gateway and renderer, each with its dependencies, from `dist/main.js` to
// `dist/bundle/main.js`, so that they start faster (docs/decisions/0083-bundle-the-services.md). Arguments
// name the services; default: both.
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const services = process.argv.length > 2 ? process.argv.slice(2) : ["gateway", "renderer"];

/** Packages with native code, which find it relative to their own files. */
const external = ["canvas", "msgpackr-extract", "sharp"];

/** Dependencies in CommonJS call `require` for modules of Node.js. */
const banner = `import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);`;

for (const service of services) {
  const outdir = `${root}services/${service}/dist/bundle`;
  await build({
    entryPoints: [`${root}services/${service}/dist/main.js`],
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    mainFields: ["module", "main"],
    external,
    banner: { js: banner },
    logLevel: "warning",
    plugins: [keepModuleUrls(outdir)],
  });
}

/** Files that a module of this repository reads or runs stay relative to that module. */
function keepModuleUrls(outdir) {
  return {
    name: "keep-module-urls",
    setup({ onLoad }) {
      onLoad({ filter: /\/(packages|services)\/[^/]+\/dist\/.*\.js$/ }, async ({ path }) => {
        const source = await readFile(path, "utf8");
        const url = `new URL(${JSON.stringify(relative(outdir, path))}, import.meta.url).href`;
        return { contents: source.replaceAll("import.meta.url", url) };
      });
    },
  };
}
