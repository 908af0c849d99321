// The JSX runtime of a card's module: React's elements without recorders.
import { cloneElement, createElement, Fragment, isValidElement, type ReactNode } from "react";
import { isElementLike, spreadKey } from "./recorder.ts";
import { session } from "./current-session.ts";

export { Fragment, jsx as jsxDEV, jsx as jsxs };

export const ignoredSize = "The size of the image is a text, which satori ignores: it has this size";

export function jsx(
  type: unknown,
  { children, ...props }: Record<string, unknown>,
  key?: unknown,
): ReactNode {
  const named = key === undefined ? props : { ...props, key };
  if (session.isRecorder(type)) {
    const what = `The component \`${session.call(type)}\`: its module can't be found`;
    const loss = session.createLoss(what, "dropped");
    return createElement(() => {
      session.commit([loss]); // only if the card contains it
      return resolveNode(children);
    });
  }
  if (typeof type !== "string") {
    delete named["data-at"];
    const isFragment = type === Fragment;
    const content = isFragment ? resolveNode(children) : children;
    return createElement(
      (typeof type === "function" ? withSpread(type, props) : type) as "div",
      content === undefined ? named : { ...named, children: content as ReactNode },
    );
  }
  const hasTexts = [named["width"], named["height"]].some((size) =>
    /^\d+$/u.test(typeof size === "string" ? size : ""),
  );
  if (type === "img" && hasTexts && session.input.isSatori) session.lose(ignoredSize, "approximated");
  return createElement(type, resolveProps(named), resolveNode(children));
}

/** A component that reads from a recorder the props that it does not get. */
function withSpread(component: unknown, props: object): unknown {
  const spread = session.takeSpread(props);
  if (!spread) return component;
  return (own: object) =>
    (component as (props: object) => unknown)(Object.setPrototypeOf({ ...own, [spreadKey]: spread }, spread));
}

function resolveProps(props: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    globalThis.Object.entries(props).map(([name, value]) => {
      if (session.isRecorder(value)) return [name, session.textOf(value)];
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return [name, dataUrlOf(value)];
      if (name !== "style" || typeof value !== "object" || !value) return [name, value];
      // Of names as in CSS, React does not know which have no unit.
      const named = globalThis.Object.entries(value).map(([property, each]) => [
        toCamelCase(property),
        each as unknown,
      ]);
      return [name, resolveProps(Object.fromEntries(named) as typeof props)];
    }),
  );
}

const toCamelCase = (property: string) =>
  property.startsWith("--")
    ? property
    : property.replace(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase());

/** Of an image that code passes as bytes. */
function dataUrlOf(value: ArrayBuffer | ArrayBufferView): string {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(value) ? value : new Uint8Array(value);
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const type = { 0x89: "png", 0xff: "jpeg", 0x52: "webp" }[bytes[0]!] ?? "svg+xml";
  return `data:image/${type};base64,${bytes.toString("base64")}`;
}

function resolveNode(node: unknown): ReactNode {
  if (session.isRecorder(node)) {
    const loop = session.loopOf(node);
    if (!loop) return session.textOf(node);
    return createElement("placard-each", { of: loop.list }, resolveNode(loop.entry));
  }
  if (globalThis.Array.isArray(node)) return createElement(Fragment, {}, ...node.map(resolveNode));
  if (isValidElement(node) || node === null || typeof node !== "object") return node as ReactNode;
  if (isElementLike(node)) return jsx(node.type, node.props);
  return node as ReactNode;
}

/** Calls the async components in a tree, which React's static markup can't have. */
export async function settle(node: unknown): Promise<ReactNode> {
  const settled = resolveNode(await node);
  if (globalThis.Array.isArray(settled)) return Promise.all(settled.map(settle));
  if (!isValidElement<{ children?: ReactNode }>(settled)) return settled;
  const { type, props } = settled;
  if (typeof type === "function" && type.constructor.name === "AsyncFunction")
    return settle((type as (props: object) => unknown)(props));
  if (props.children === undefined || props.children === null) return settled;
  const children = await Promise.all([props.children].flat().map(settle));
  return cloneElement(settled, undefined, ...children);
}
