// Finds the card in a module and renders it with React.
import { renderToStaticMarkup } from "react-dom/server";
import { entryName, session } from "./current-session.ts";
import { html } from "./html.ts";
import { settle } from "./jsx-runtime.ts";
import { isElementLike } from "./recorder.ts";
import type { CardFont } from "../card-fonts.ts";
import { unpackWoff } from "../unpack-woff.ts";
import type { Place, RuntimeLoss, Session } from "./session.ts";

/** What one run of a card's module gives. */
export interface CardRun extends Pick<
  Session,
  "caught" | "tokens" | "lists" | "numbers" | "optional" | "decisions" | "examples" | "read" | "isRepeated"
> {
  readonly html: string;
  readonly losses: readonly RuntimeLoss[];
  /** The exports that may return a card. */
  readonly exports: readonly string[];
  /** Why there is no card. */
  readonly failure?: string | undefined;
  readonly failedAt?: Place | undefined;
  /** Where the code passed the card to a renderer; undefined if an export returned it. */
  readonly places: readonly Place[] | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** That the code gives to the renderer; undefined if they are not known. */
  readonly fonts: readonly CardFont[] | undefined;
}

export async function renderCard(load: () => Promise<Readonly<Record<string, unknown>>>): Promise<CardRun> {
  let module: Readonly<Record<string, unknown>> = {};
  const render = async () => {
    module = await load();
    const handlers = session.handlers.map((handler, index) => [`handler ${index + 1}`, handler]);
    const { default: main } = module; // of Cloudflare Workers
    const isWorker = typeof main === "object" && main !== null && !isElementLike(main) && "fetch" in main;
    const worker = isWorker ? { fetch: (main.fetch as () => unknown).bind(main) } : {};
    return renderHtml((module = { ...module, ...worker, ...Object.fromEntries(handlers) }));
  };
  const result: Pick<CardRun, "html" | "failure" | "failedAt"> = await render().catch((error: unknown) => {
    const { message, stack = "" } = error instanceof Error ? error : { message: String(error) };
    const isOwn = ({ file }: Place) => !file.includes("/node_modules/");
    return { html: "", failure: message, failedAt: session.input.placesOf(stack).find(isOwn) };
  });
  const { options, places } = session.captured ?? {};
  const { width, height, fonts } = (options ?? {}) as Record<string, unknown>;
  const sizeOf = (value: unknown) => (typeof value === "number" && value > 0 ? value : undefined);
  return {
    ...result,
    exports: globalThis.Object.keys(module).filter((name) => isCard(componentOf(module[name]))),
    caught: session.caught,
    places,
    tokens: session.tokens,
    lists: session.lists,
    numbers: session.numbers,
    optional: session.optional,
    decisions: session.decisions,
    isRepeated: session.isRepeated,
    examples: session.examples,
    losses: session.lossesIn(result.html),
    read: session.read,
    width: sizeOf(width),
    height: sizeOf(height),
    fonts: session.captured && fontsOf(fonts),
  };
}

function fontsOf(fonts: unknown = []): CardFont[] | undefined {
  if (!globalThis.Array.isArray(fonts)) return undefined;
  const found = (fonts as (Partial<Record<string, unknown>> | null)[]).flatMap((font) => {
    const { name, weight, style, data } = font ?? {};
    if (typeof name !== "string") return [];
    const isFile = data instanceof globalThis.ArrayBuffer || data instanceof globalThis.Uint8Array;
    const file = isFile ? unpackWoff(globalThis.Buffer.from(data as Uint8Array)) : undefined;
    return [{ name, weight: globalThis.Number(weight) || 400, isItalic: style === "italic", data: file }];
  });
  return found.length === fonts.length ? found : undefined;
}

/** A card that code returns itself, or as the image of a frame. */
function elementIn(value: unknown): unknown {
  const { image } = (value ?? {}) as { image?: unknown };
  return [value, image].find(isElementLike);
}

/** The function in a component of `memo` or `forwardRef`. */
function componentOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null || isElementLike(value)) return value;
  const { render, type } = value as { render?: unknown; type?: unknown };
  return "$$typeof" in value ? componentOf(render ?? type) : value;
}

function isCard(value: unknown): boolean {
  return isElementLike(value) || (typeof value === "function" && !session.isRecorder(value));
}

async function renderHtml(module: Readonly<Record<string, unknown>>): Promise<{ html: string }> {
  session.isStarted = true;
  const entry = entryName === undefined ? undefined : componentOf(module[entryName]);
  let element: unknown = isElementLike(entry) ? entry : undefined;
  let result: unknown;
  if (typeof entry === "function") {
    try {
      result = await (entry as (...values: unknown[]) => unknown)(...argumentsOf(entry));
      element = elementIn(result);
    } catch (error) {
      if (!session.captured) throw error;
    }
  }
  // Scripts, and streams of responses, load fonts and other files before they create cards.
  const isScript = globalThis.Object.keys(module).length === 0;
  const isOpen = result === undefined || result instanceof Response || session.isRecorder(result);
  const isWaiting = () => isScript || (entryName !== undefined && isOpen && !(session.captured ?? element));
  for (let turn = 0; turn < 10 && isWaiting(); turn++)
    await new Promise((resolve) => globalThis.setTimeout(resolve, 10));
  const card: unknown = session.captured?.element ?? element;
  const none = "no export returns a React element or an ImageResponse";
  if (card === undefined)
    throw session.caught === undefined && session.failed ? session.failed : new Error(session.caught ?? none);
  session.isRendering = true;
  const settled = await settle(typeof card === "string" ? html(card) : card);
  const written = renderToStaticMarkup(settled)
    .replace(/<link rel="preload"[^>]*>/gu, "") // React asks browsers to load images early
    .replace(/%EE%8[0-3]%[89AB][0-9A-F]/gu, (code) => decodeURIComponent(code)); // values in URLs
  return { html: written };
}

/** Recorders with the names of the parameters. Those of properties have only their own names. */
function argumentsOf(code: object): unknown[] {
  const [, list = ""] = /^[^(]*\(([^)]*)\)/u.exec(Function.prototype.toString.call(code)) ?? [];
  if (list.includes("{")) return [session.record([]), session.record([])];
  return list.split(",").map((parameter) => {
    const [name] = /\w+/u.exec(parameter) ?? [];
    return session.record(name === undefined ? [] : [name]);
  });
}
