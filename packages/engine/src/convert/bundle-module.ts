import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BuildOptions, Loader, Plugin } from "esbuild";
import { ConversionError } from "@placard/templates/convert";
import { rewriteSource } from "./rewrite-source.ts";

const runtime = (name: string) => fileURLToPath(new URL(`runtime/${name}.js`, import.meta.url));

/** Packages that draw images. Nothing is drawn: they only receive the card. */
const renderers =
  /^(?:next\/(?:og|server|headers|navigation|cache)|@vercel\/og|satori|@takumi-rs\/.*|takumi-js(?:\/.*)?|workers-og|.*(?:vercel-og|sveltekit-og|og_edge).*|@resvg\/.*|sharp)$/u;

/** Those with the styles of satori. */
const satoriRenderers =
  /^(?:next\/og|@vercel\/og|satori.*|workers-og|.*(?:vercel-og|sveltekit-og|og_edge).*)$/u;

/**
 * Bundles a module with its card: with React and the runtime that records how its data is used. Each import
 * of the code with another query runs the card once. `isSatori`: whether it imports a renderer with satori.
 * `sources`: of the modules that are no packages.
 * @throws ConversionError if the module has syntax errors, or esbuild or React is not installed
 */
export async function bundleModule(
  file: string,
  source: string,
): Promise<{ readonly code: string; readonly isSatori: boolean; readonly sources: string }> {
  const { build } = await import("esbuild").catch((cause: unknown) => {
    throw new ConversionError("JSX needs the package `esbuild`. Install it with `npm install esbuild`.", {
      cause,
    });
  });
  const entry = `
    import { renderCard } from ${JSON.stringify(runtime("render-card"))};
    export const run = await renderCard(() => import(${JSON.stringify(file)}));`;
  const imported = new Set<string>();
  const sources: string[] = [];
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
    loader: loaders,
    inject: [runtime("globals"), runtime("operators")],
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env": "placardEnv",
      "import.meta.env": "placardEnv",
      "import.meta.glob": "placardGlob",
      "JSON.parse": "placardParse",
      "Array.isArray": "placardIsArray",
      "Intl.DateTimeFormat": "placardDateTimeFormat",
      placardCardFile: JSON.stringify(basename(file)),
      placardCardSource: JSON.stringify(source),
    },
    banner: {
      js: 'import { createRequire as placardRequire } from "node:module"; const require = placardRequire("/");',
    },
    plugins: [createPlugin(file, imported, sources)],
  };
  try {
    const { outputFiles } = await build(options);
    const isSatori = [...imported].some((path) => satoriRenderers.test(path));
    return { code: outputFiles![0]!.text, isSatori, sources: sources.join("\n") };
  } catch (cause) {
    throw new ConversionError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The folder above a file that has a package.json, or else the file's. */
export function projectOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, "package.json"))) return folder;
  return dirname(file);
}

const loaders: Readonly<Record<string, Loader>> = Object.fromEntries(
  [
    "jsx:.js .mjs .cjs .jsx",
    "ts:.ts .mts .cts",
    "tsx:.tsx",
    "json:.json",
    "dataurl:.png .jpg .svg",
    "binary:.ttf .otf .woff .woff2",
    "empty:.css .wasm",
  ].flatMap((line) => {
    const [loader, extensions = ""] = line.split(":");
    return extensions.split(" ").map((extension) => [extension, loader as Loader]);
  }),
);

/** Whether a file is code of the card's project. */
function isCode(path: string): boolean {
  return /^(?:jsx|tsx?)$/u.test(loaders[extname(path)] ?? "") && !path.includes("node_modules");
}

function createPlugin(card: string, imported: Set<string>, sources: string[]): Plugin {
  return {
    name: "placard-card",
    setup(build) {
      const isRuntime = (importer: string) =>
        importer.startsWith(fileURLToPath(new URL("runtime/", import.meta.url)));
      const missing = (path: string) => ({ path, namespace: "missing" });
      build.onResolve({ filter: /jsx(?:-dev)?-runtime$/ }, () => ({ path: runtime("jsx-runtime") }));
      build.onResolve(
        { filter: /.*/ },
        async ({ path, importer, namespace, resolveDir, kind, pluginData }) => {
          if (namespace === "local") return undefined;
          if (pluginData === "resolved" || kind === "entry-point" || isRuntime(importer)) {
            if (!/^react(?:-dom)?(?:\/|$)/u.test(path) || pluginData === "resolved") return undefined;
          }
          const isOwn = !importer.includes("node_modules") && namespace !== "node-module";
          if (isOwn && (path.startsWith("node:") || builtinModules.includes(path)))
            return { path: path.replace(/^(?:node:)?/u, "node:"), namespace: "node-module" };
          imported.add(path);
          if (path === "satori-html") return { path: runtime("html") };
          if (renderers.test(path) || /^https?:/u.test(path)) return missing(path);
          const again = { importer, kind, pluginData: "resolved" };
          // React of the card's project, or else of this package.
          const inLibrary = path.replace(/^\$lib(?=\/|$)/u, join(projectOf(card), "src/lib")); // of SvelteKit
          const directories = /^react(?:-dom)?(?:\/|$)/u.test(path)
            ? [dirname(card), fileURLToPath(new URL(".", import.meta.url))]
            : [resolveDir];
          for (const directory of directories) {
            const result = await build.resolve(inLibrary, { ...again, resolveDir: directory });
            const { errors, path: found } = result;
            if (errors.length > 0 || (extname(found) !== "" && !loaders[extname(found)])) continue;
            return importer === card && isCode(found) ? { path: found, namespace: "local" } : result;
          }
          return missing(path);
        },
      );
      build.onLoad({ filter: /.*/, namespace: "missing" }, ({ path }) => {
        // The content of fonts and style sheets is never shown.
        const name = /\.(?:ttf|otf|woff2?|css)\b/u.test(path) ? "file" : path.replace(/^.*\//u, "");
        const contents = `import { session } from ${JSON.stringify(runtime("current-session"))};
          module.exports = session.recordModule(${JSON.stringify(name)});`;
        return { contents, resolveDir: dirname(card) };
      });
      for (const [namespace, wrap] of Object.entries({ "node-module": "wrapNode", local: "wrapLookup" }))
        build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
          contents: `import * as module from ${JSON.stringify(path)};
            import { ${wrap}, wrapModule } from ${JSON.stringify(runtime("wrap-module"))};
            export = wrapModule(module, ${wrap});`,
          loader: "ts",
          resolveDir: dirname(card),
        }));
      build.onLoad({ filter: /\.\w+$/ }, async ({ path }) => {
        if (!isCode(path) || isRuntime(path)) return undefined;
        const source = await readFile(path, "utf8");
        sources.push(source);
        const { code } = rewriteSource(source, path, pathToFileURL(path).href);
        return { contents: code, loader: loaders[extname(path)]! };
      });
    },
  };
}
