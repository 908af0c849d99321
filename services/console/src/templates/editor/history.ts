import { signal, type ReadonlySignal } from "@preact/signals";
import type { Draft } from "../drafts.ts";

/** Changes by typing within this time after the last one are one step. */
const typingMs = 500;
const maxSteps = 200;

/** The versions of a draft that undo and redo restore: one history of all its files and assets. */
export interface History {
  /**
   * Keeps the draft as it was before a change.
   * @param typedIn the file, if the change was typed: changes in quick succession are one step
   */
  record: (before: Draft, typedIn?: string) => void;
  /** @returns the draft before the last step; undefined if there is none */
  undo: (current: Draft) => Draft | undefined;
  redo: (current: Draft) => Draft | undefined;
  canUndo: ReadonlySignal<boolean>;
  canRedo: ReadonlySignal<boolean>;
}

export function createHistory(now: () => number = () => performance.now()): History {
  const past: Draft[] = [];
  let future: Draft[] = [];
  let typing: { file: string; at: number } | undefined;
  const [canUndo, canRedo] = [signal(false), signal(false)];
  function update() {
    canUndo.value = past.length > 0;
    canRedo.value = future.length > 0;
  }
  function step(from: Draft[], to: Draft[], current: Draft): Draft | undefined {
    const draft = from.pop();
    if (draft) to.push(current);
    typing = undefined;
    update();
    return draft;
  }
  return {
    canUndo,
    canRedo,
    record(before, typedIn) {
      const isSameStep = typedIn !== undefined && typing?.file === typedIn && now() - typing.at < typingMs;
      if (!isSameStep) past.push(before);
      if (past.length > maxSteps) past.shift();
      future = [];
      typing = typedIn === undefined ? undefined : { file: typedIn, at: now() };
      update();
    },
    undo: (current) => step(past, future, current),
    redo: (current) => step(future, past, current),
  };
}
