import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions, Plugin } from "esbuild";
import { ConversionError } from "@placard/templates/convert";

const runtime = (name: string) => fileURLToPath(new URL(`runtime/${name}.js`, import.meta.url));

/** Packages that draw images. Nothing is drawn: they only receive the card. */
const renderers =
  /^(?:next\/(?:og|server|headers|navigation|cache)|@vercel\/og|satori(?:-html)?|@takumi-rs\/.*|takumi-js(?:\/.*)?|workers-og|.*vercel-og.*|@resvg\/.*|sharp)$/u;

/** Modules that can't be found, and renderers, are recorders. */
const missingModule = `
  import { session } from ${JSON.stringify(runtime("current-session"))};
  module.exports = session.recordModule(NAME);`;

/**
 * Bundles a module with its card: with React and the runtime that records how its data is used. Each import
 * of the result with another query runs the card once.
 * @throws ConversionError if the module has syntax errors, or esbuild or React is not installed
 */
export async function bundleModule(file: string): Promise<string> {
  const { build } = await import("esbuild").catch((cause: unknown) => {
    throw new ConversionError("JSX needs the package `esbuild`. Install it with `npm install esbuild`.", {
      cause,
    });
  });
  const entry = `
    import { renderCard } from ${JSON.stringify(runtime("render-card"))};
    import * as card from ${JSON.stringify(file)};
    export const run = await renderCard(card);`;
  const options: BuildOptions = {
    stdin: { contents: entry, resolveDir: dirname(file), loader: "js" },
    absWorkingDir: dirname(file),
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    jsxDev: true,
    jsxImportSource: "placard",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "silent",
    loader: {
      ".js": "jsx",
      ".css": "empty",
      ".png": "dataurl",
      ".jpg": "dataurl",
      ".svg": "dataurl",
      ".ttf": "empty",
      ".otf": "empty",
      ".woff": "empty",
      ".woff2": "empty",
      ".wasm": "empty",
    },
    inject: [runtime("globals")],
    define: {
      "process.env.NODE_ENV": '"production"',
      placardCardFile: JSON.stringify(basename(file)),
    },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire("/");' },
    plugins: [createPlugin(file)],
  };
  try {
    const { outputFiles } = await build(options);
    return outputFiles![0]!.text;
  } catch (cause) {
    throw new ConversionError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function createPlugin(card: string): Plugin {
  return {
    name: "placard-card",
    setup(build) {
      const isRuntime = (importer: string) =>
        importer.startsWith(fileURLToPath(new URL("runtime/", import.meta.url)));
      const missing = (path: string) => ({ path, namespace: "missing" });
      build.onResolve({ filter: /jsx(?:-dev)?-runtime$/ }, () => ({ path: runtime("jsx-runtime") }));
      build.onResolve({ filter: /.*/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === "resolved" || kind === "entry-point" || isRuntime(importer)) {
          if (!/^react(?:-dom)?(?:\/|$)/u.test(path) || pluginData === "resolved") return undefined;
        }
        if (/^(?:node:)?fs(?:\/promises)?$/u.test(path))
          return { path: path.endsWith("promises") ? "promises" : "files", namespace: "files" };
        if (renderers.test(path)) return missing(path);
        const again = { importer, kind, pluginData: "resolved" };
        // React of the card's project, or else of this package.
        const directories = /^react(?:-dom)?(?:\/|$)/u.test(path)
          ? [dirname(card), fileURLToPath(new URL(".", import.meta.url))]
          : [resolveDir];
        for (const directory of directories) {
          const result = await build.resolve(path, { ...again, resolveDir: directory });
          if (result.errors.length === 0) return result;
        }
        return missing(path);
      });
      build.onLoad({ filter: /.*/, namespace: "missing" }, ({ path }) => ({
        contents: missingModule.replace("NAME", JSON.stringify(path.replace(/^.*\//u, ""))),
        resolveDir: dirname(card),
      }));
      build.onLoad({ filter: /.*/, namespace: "files" }, ({ path }) => ({
        contents: `import { files, filePromises } from ${JSON.stringify(runtime("files"))};
          module.exports = ${path === "promises" ? "filePromises" : "files"};`,
        resolveDir: dirname(card),
      }));
    },
  };
}
