import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire, isBuiltin, SourceMap, type SourceMapPayload } from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { constants, Script } from "node:vm";
import type { BuildFailure, BuildOptions, Loader, Plugin } from "esbuild";
import { ConversionError } from "@placard/templates/convert";
import { rewriteSource, type RewrittenSource } from "./rewrite-source.ts";
import type { CardRun } from "./runtime/render-card.ts";
import type { RunInput } from "./runtime/session.ts";

const runtime = (name: string) => fileURLToPath(new URL(`runtime/${name}.js`, import.meta.url));

/** Packages that draw images. Nothing is drawn: they only receive the card. */
const renderers =
  /^(?:next\/(?:og|server|headers|navigation|cache)|@vercel\/og|satori|@takumi-rs\/.*|takumi-js(?:\/.*)?|workers-og|.*(?:vercel-og|sveltekit-og|og_edge).*|@resvg\/.*|sharp)$/u;

/** Packages that return data: clients of databases, hashes, translations, and validators, which check it. */
const sources =
  /^(?:(?:node:)?crypto|drizzle-orm|pg|postgres|@?prisma|mongoose|mongodb|@supabase|firebase(?:-admin)?|kysely|@neondatabase|@libsql|@vercel\/(?:kv|postgres|blob)|@upstash|i?redis|convex|@?sanity|next-intl(?=$|\/server$)|zod|yup|joi|valibot|@t3-oss|server-only)(?:\/|$)/u;

/** Packages that parse and format dates. */
const dates = /^(?:date-fns(?:-tz)?(?:\/.*)?|dayjs|moment|luxon)$/u;

/** Those with the styles of satori. */
const satoriRenderers =
  /^(?:next\/og|@vercel\/og|satori.*|workers-og|.*(?:vercel-og|sveltekit-og|og_edge).*)$/u;

/** A module with its card, React, and the runtime that records how its data is used. */
export interface Bundle {
  /** Runs the card once. */
  readonly run: (input: Omit<RunInput, "placesOf" | "isSatori" | "stop">) => Promise<CardRun>;
  /** Whether it imports a renderer with satori, or has its classes, or only its project imports one. */
  readonly satori: "imported" | "assumed" | undefined;
  /** Where the module passes cards to renderers. */
  readonly cards: RewrittenSource["cards"];
}

/** @throws ConversionError if the module has syntax errors, or esbuild or React is not installed */
export async function bundleModule(file: string, source: string): Promise<Bundle> {
  const { build } = await import("esbuild").catch((cause: unknown) => {
    throw new ConversionError("JSX needs the package `esbuild`. Install it with `npm install esbuild`.", {
      cause,
    });
  });
  const url = pathToFileURL(file).href;
  const rewritten = rewriteSource(source, file, true);
  const files = new Map([[file, rewritten]]);
  const imported = new Set<string>();
  const entry = `
    import { renderCard } from ${JSON.stringify(runtime("render-card"))};
    placardFinish(renderCard(() => import(${JSON.stringify(file)})));`;
  const options: BuildOptions = {
    stdin: { contents: entry, resolveDir: dirname(file), loader: "js" },
    absWorkingDir: dirname(file),
    bundle: true,
    write: false,
    outfile: join(dirname(file), bundleName),
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    jsxImportSource: "placard",
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "silent",
    loader: loaders,
    inject: [runtime("globals"), runtime("operators")],
    define: {
      "process.env.NODE_ENV": '"production"',
      "import.meta": JSON.stringify({ url, env: { DEV: false, PROD: true, MODE: "production" } }),
      "import.meta.glob": "placardGlob",
      "process.exit": "placardExit",
      "JSON.parse": "placardParse",
      "Object.fromEntries": "placardFromEntries",
      "Object.entries": "placardPairs",
      "Object.keys": "placardKeys",
      "Object.values": "placardValues",
      "Array.from": "placardFrom",
      "Array.isArray": "placardIsArray",
      "Intl.DateTimeFormat": "placardDateTimeFormat",
    },
    banner: { js: '(async (placardRun, placardFinish, require) => { "use strict";' },
    footer: { js: "})" },
    plugins: [createPlugin(file, imported, files)],
  };
  try {
    const [map, code] = (await build(options)).outputFiles!.map(({ text }) => text);
    const placesOf = createPlacesOf(JSON.parse(map!) as SourceMapPayload, dirname(file), files);
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const script = new Script(code!, { filename: bundleName, importModuleDynamically });
    const start = script.runInThisContext() as Start;
    const has = (pattern: RegExp) => [...imported].some((path) => pattern.test(path));
    const isOfNext = has(/^next\/server$/u) && /\bImageResponse\b[^;]*["']next\/server/u.test(source);
    const isTakumi = has(/takumi/u);
    const isImported = has(satoriRenderers) || isOfNext || (/\stw=/u.test(source) && !isTakumi);
    const isAssumed = !isTakumi && isInSatoriProject(file);
    const satori = isImported ? "imported" : isAssumed ? "assumed" : undefined;
    const run: Bundle["run"] = (input) => {
      let timer: NodeJS.Timeout;
      return new Promise<CardRun>((finish, fail) => {
        const stop = (message: string) => fail(new ConversionError(`${message}. ${withoutLoading}`));
        const all = { ...input, placesOf, isSatori: satori !== undefined, stop };
        timer = setTimeout(() => fail(new ConversionError(unfinished)), 1000 * maxSeconds);
        start(all, (result) => void result.then(finish, fail), createRequire(file)).catch(fail);
      }).finally(() => clearTimeout(timer));
    };
    return { run, satori, cards: rewritten.cards };
  } catch (cause) {
    const [{ detail } = { detail: cause }] = (cause as Partial<BuildFailure>).errors ?? [];
    if (detail instanceof ConversionError) throw detail;
    throw new ConversionError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Unlike the options of the build, which packages have, it has priority over the project's tsconfig.json. */
const jsxPragma = "\n/** @jsxRuntime automatic @jsxImportSource placard */";
const bundleName = "placard-bundle.js";

/** Of one run. */
const maxSeconds = 30;
/** What to do about code that fails. */
export const withoutLoading = "Convert the component of the card without the code that loads its data.";
const unfinished = `Its code did not finish within ${maxSeconds} s. ${withoutLoading}`;

/** The code of the bundle is a function, so that it is compiled once for all runs. */
type Start = (
  input: RunInput,
  finish: (run: Promise<CardRun>) => void,
  require: NodeJS.Require,
) => Promise<void>;

/** Finds the places in the sources by the map of the bundle, and by what the rewriting added to lines. */
function createPlacesOf(
  payload: SourceMapPayload,
  folder: string,
  files: ReadonlyMap<string, RewrittenSource>,
): RunInput["placesOf"] {
  const map = new SourceMap(payload);
  return (stack) =>
    [...stack.matchAll(/placard-bundle\.js:(\d+):(\d+)/gu)].flatMap((frame) => {
      const entry = map.findEntry(Number(frame[1]) - 1, Number(frame[2]) - 1);
      if (!("originalSource" in entry)) return [];
      const [line, column] = [entry.originalLine + 1, entry.originalColumn + 1];
      const place = new URL(entry.originalSource, pathToFileURL(`${folder}/`));
      if (place.protocol !== "file:") return []; // a module that the plugin writes
      const file = fileURLToPath(place);
      if (file.includes("/convert/runtime/")) return [];
      return [{ file, line, column: files.get(file)?.columnOf(line, column) ?? column }];
    });
}

/** The folder above a file that has a package.json, or else a folder `public`, or else the file's. */
export function projectOf(file: string): string {
  for (const name of ["package.json", "public"])
    for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
      if (existsSync(join(folder, name))) return folder;
  return dirname(file);
}

/** Whether the package.json of a file's project names a renderer with satori, and no other one. */
function isInSatoriProject(file: string): boolean {
  const path = join(projectOf(file), "package.json");
  const names = existsSync(path) ? readFileSync(path, "utf8") : "";
  return /"(?:next|satori|@vercel\/og|workers-og)"\s*:/u.test(names) && !names.includes("takumi");
}

/** Components that are not React's. */
export const unsupported = /\.(?:vue|svelte|astro)$/u;
export const describeUnsupported = (path: string): string =>
  `${path} is a component of a framework that is not supported. Save its markup as an HTML file, with {{name}} for values.`;

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

function createPlugin(card: string, imported: Set<string>, files: Map<string, RewrittenSource>): Plugin {
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
          if (/^(?:load|members)$/u.test(path) && namespace === "local")
            return { path: importer, namespace: path };
          if (namespace === "load" || namespace === "members") return undefined;
          const isOwn = !importer.includes("node_modules") && namespace !== "node-module";
          if (isBuiltin(path) && !sources.test(path)) {
            if (namespace === "builtin") return { path, external: true };
            const isWrapped = isOwn && !isRuntime(importer);
            const name = path.replace(/^(?:node:)?/u, "node:");
            return { path: name, namespace: isWrapped ? "node-module" : "builtin" };
          }
          if (pluginData === "resolved" || kind === "entry-point" || isRuntime(importer)) {
            if (!/^react(?:-dom)?(?:\/|$)/u.test(path) || pluginData === "resolved") return undefined;
          }
          if (path.startsWith(".") && /[\\/]node_modules[\\/]/u.test(importer)) return undefined; // thousands
          if (unsupported.test(path)) throw new ConversionError(describeUnsupported(path));
          imported.add(path);
          if (path === "satori-html") return { path: runtime("html") };
          if (path === "next/image") return { path, namespace: "image" };
          if (dates.test(path) && isOwn && namespace !== "dates") return { path, namespace: "dates" };
          const isMissing = renderers.test(path) || sources.test(path) || /^https?:/u.test(path);
          if (isMissing) return missing(path);
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
            return isCode(importer) && isCode(found) ? { path: found, namespace: "local" } : result;
          }
          return missing(path);
        },
      );
      const loadData = ({ path }: { readonly path: string }) => {
        // The content of fonts and style sheets is never shown.
        const name = /\.(?:ttf|otf|woff2?|css)\b/u.test(path) ? "file" : path.replace(/^.*\//u, "");
        const contents = `import { session } from ${JSON.stringify(runtime("current-session"))};
          module.exports = session.recordModule(${JSON.stringify(name)});`;
        return { contents, resolveDir: dirname(card) };
      };
      build.onLoad({ filter: /.*/, namespace: "missing" }, loadData);
      build.onLoad({ filter: /.*/, namespace: "image" }, () => ({ contents: 'export default "img";' }));
      build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(path)});`,
      }));
      const wrappers: Readonly<Record<string, string>> = {
        "node-module": "import * as module from PATH; export = wrapModule(module, wrapNode);",
        // Of modules with the names of CommonJS, which are not known before, and the top-level `await` of ESM.
        local: 'import "load"; export * from "members"; export { default } from "members";',
        load: "import * as module from PATH; modules.set(PATH, wrapModule(module, wrapLookup));",
        members: "export = modules.get(PATH);",
        dates: "import * as module from PATH; export = wrapModule(module, wrapDates);",
      };
      for (const [namespace, contents] of Object.entries(wrappers))
        build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
          contents: `import { modules, wrapDates, wrapLookup, wrapModule, wrapNode } from ${JSON.stringify(runtime("wrap-module"))};
            ${contents.replaceAll("PATH", () => JSON.stringify(path))}`,
          loader: "ts",
          resolveDir: dirname(card),
        }));
      build.onLoad({ filter: /\.\w+$/ }, async ({ path }) => {
        if (!loaders[extname(path)]) return loadData({ path }); // of a dynamic import
        if (!isCode(path) || isRuntime(path)) return undefined;
        const rewritten = files.get(path) ?? rewriteSource(await readFile(path, "utf8"), path, false);
        files.set(path, rewritten);
        return { contents: rewritten.code + jsxPragma, loader: loaders[extname(path)]! };
      });
    },
  };
}
