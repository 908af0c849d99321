// Finds the card in a module and renders it with React.
import { isValidElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { session } from "./current-session.ts";
import { settle } from "./jsx-runtime.ts";
import { isElementLike, type RuntimeLoss, type Token } from "./session.ts";

/** What one run of a card's module gives. */
export interface CardRun {
  readonly html: string;
  /** The name of the export that returned the card. */
  readonly entry: string | undefined;
  /** Why there is no card. */
  readonly failure?: string;
  readonly tokens: readonly Token[];
  readonly lists: readonly string[];
  /** The paths of values that code converts to numbers. */
  readonly numbers: readonly string[];
  readonly losses: readonly RuntimeLoss[];
  /** The values that code has read. */
  readonly read: readonly string[];
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly fonts: readonly string[];
}

/** Exports that return a card, in this order; after them, any other function. */
const entryNames = ["GET", "default", "Image", "OpengraphImage", "OGImage", "loader", "handler"];

export async function renderCard(module: Readonly<Record<string, unknown>>): Promise<CardRun> {
  const result = await renderHtml(module).catch((error: unknown) => ({
    html: "",
    entry: undefined,
    failure: error instanceof Error ? error.message : String(error),
  }));
  const { width, height, fonts } = (session.captured?.options ?? {}) as Record<string, unknown>;
  const names = Array.isArray(fonts) ? fonts.map((font: { name?: unknown } | undefined) => font?.name) : [];
  return {
    ...result,
    tokens: session.tokens,
    lists: session.lists,
    numbers: [...session.numbers],
    losses: session.losses,
    read: session.read,
    width: typeof width === "number" ? width : undefined,
    height: typeof height === "number" ? height : undefined,
    fonts: names.filter((name) => typeof name === "string"),
  };
}

async function renderHtml(
  module: Readonly<Record<string, unknown>>,
): Promise<{ html: string; entry: string | undefined }> {
  let failure: Error | undefined;
  let entryName: string | undefined;
  let element: unknown = session.captured?.element;
  for (const name of new Set([...entryNames, ...Object.keys(module)])) {
    if (element !== undefined) break;
    entryName = name;
    const entry = module[name];
    if (isElementLike(entry)) element = entry;
    if (typeof entry !== "function" || session.isRecorder(entry)) continue;
    try {
      const result: unknown = await (entry as (...values: unknown[]) => unknown)(
        session.record([]),
        session.record([]),
      );
      element =
        session.captured?.element ?? (isValidElement(result) || isElementLike(result) ? result : undefined);
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error));
    }
  }
  if (element === undefined)
    throw failure ?? new Error("no export returns a React element or an ImageResponse");
  // React asks browsers to load images early.
  const html = renderToStaticMarkup(await settle(element)).replace(/<link rel="preload"[^>]*>/gu, "");
  return { html, entry: entryName };
}
