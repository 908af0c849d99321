import type { CanvasRenderingContext2D } from "canvas";
import { intersect } from "../layout/intersect.ts";
import type { Rect } from "../layout/placed.ts";
import { clipTo } from "./clip-shape.ts";
import type { Scope } from "./commands.ts";
import { boundsOf, identity, multiply, type Matrix } from "./matrix.ts";

/** The transform from coordinates in a scope to coordinates of the card. */
export function matrixOf(scope: Scope | undefined): Matrix {
  if (!scope) return identity;
  const outer = matrixOf(scope.parent);
  return scope.kind === "transform" ? multiply(outer, scope.matrix) : outer;
}

/** The pixels of the card per unit of the commands' coordinates, along the larger axis. */
export function resolutionOf(scope: Scope | undefined): number {
  if (!scope) return 1;
  const [a, b, c, d] = matrixOf(scope);
  return Math.max(Math.hypot(a, b), Math.hypot(c, d));
}

/** The transforms of a scope without its clips. */
export function withoutClips(scope: Scope | undefined): Scope | undefined {
  for (let each = scope; each; each = each.parent)
    if (each.kind === "clip") return { kind: "transform", matrix: matrixOf(scope), parent: undefined };
  return scope;
}

/** Whether a scope maps edges of pixels to edges of pixels. */
export function keepsPixels(scope: Scope | undefined): boolean {
  const [a, b, c, ...others] = matrixOf(scope);
  return b === 0 && c === 0 && [a, ...others].every((number) => Number.isInteger(number));
}

/** What rectangular clips leave of an area of the card. */
export function visibleArea(scope: Scope | undefined, area: Rect): Rect | undefined {
  if (!scope) return area;
  const outer = visibleArea(scope.parent, area);
  if (scope.kind === "transform" || !("width" in scope.shape)) return outer;
  return intersect(outer, boundsOf(scope.shape, matrixOf(scope.parent)));
}

export interface ScopeStack {
  /** Leaves and enters the clips and transforms between the current scope and another. */
  readonly enter: (scope: Scope | undefined) => void;
}

/** Keeps track of the clips and transforms of a context. */
export function createScopeStack(context: CanvasRenderingContext2D): ScopeStack {
  let entered: readonly Scope[] = [];
  return {
    enter(scope) {
      if (entered.at(-1) === scope) return;
      const path: Scope[] = [];
      for (let each = scope; each; each = each.parent) path.unshift(each);
      const common = path.findIndex((each, index) => entered[index] !== each);
      const shared = common < 0 ? path.length : common;
      for (let count = entered.length; count > shared; count--) context.restore();
      for (const each of path.slice(shared)) {
        context.save();
        if (each.kind === "transform") context.transform(...each.matrix);
        else clipTo(context, each.shape);
      }
      entered = path;
    },
  };
}
