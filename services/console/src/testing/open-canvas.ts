import assert from "node:assert/strict";
import { edit, pathsAfter } from "@placard/template-edit";
import { openDesign } from "./open-design.ts";
import { boxesOfElements } from "../templates/editor/design/canvas/boxes.ts";
import type { Gesture, GestureContext, Pointer } from "../templates/editor/design/canvas/gestures.ts";

/** A box of the preview, with the width of its text. */
export type Box = readonly [
  path: string,
  x: number,
  y: number,
  width: number,
  height: number,
  textWidth?: number,
];

export const css = `<style>
  .row { display: flex; gap: 20px; padding: 10px 40px }
  .pin { position: absolute; right: 40px; bottom: 5cqh }
  .free { position: absolute }
</style>
`;
export const html = `${css}<main><div class="row"><p>1</p><p>2</p></div><i class="pin"></i><i class="free"></i></main>`;
/** The boxes of the elements of `html`. */
export const boxes: readonly Box[] = [
  ["", 0, 0, 400, 200],
  ["0", 0, 0, 400, 60],
  ["0/0", 40, 10, 100, 40],
  ["0/1", 160, 10, 100, 40],
  ["1", 260, 90, 100, 100],
  ["2", 13, 75, 50, 50],
];

/** Opens a card of 400×200 with its boxes; `run` performs a gesture. */
export function open(source = html, shown = boxes, onlySize = false) {
  const { design, preview, size } = openDesign(source);
  const card = { name: "Test", width: 400, height: 200 };
  size.value = card as never;
  design.setOnlySize(onlySize);
  preview.value = {
    ...card,
    html: source,
    boxes: shown.map(([path, x, y, width, height, textWidth]) => {
      const text = textWidth === undefined ? {} : { text: { x, y, width: textWidth, height } };
      return { path, x, y, width, height, ...text };
    }),
  };
  const template = design.template.value;
  const named = boxesOfElements(design.editor.preview.value!.boxes, template);
  const context: GestureContext = { design, card, boxes: named };
  const boxOf = (path: string) => named.find((box) => box.element.path === path)!;
  /** The HTML after a gesture. */
  function run(gesture: Gesture | undefined, dx: number, dy: number, pointer: Partial<Pointer> = {}) {
    const state = gesture!({ dx, dy, x: 0, y: 0, reach: -1, ...pointer });
    const result = state.operation && edit(template, state.operation);
    assert.equal(result?.reason, undefined);
    const next =
      state.next && state.operation && pathsAfter(template, state.operation).get(state.next.path)?.[0];
    return { state: { ...state, next }, html: result?.template?.html ?? source };
  }
  return { context, boxOf, run };
}
