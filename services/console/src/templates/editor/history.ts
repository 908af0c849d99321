import { computed, signal } from "@preact/signals";
import type { Draft } from "../drafts.ts";

/** Changes by typing within this time after the last one are one step. */
const typingMs = 500;
const maxSteps = 200;

export type History = ReturnType<typeof createHistory>;

/** The versions of a draft that undo and redo restore: one history of all its files and assets. */
export function createHistory(now: () => number = () => performance.now()) {
  const past = signal<readonly Draft[]>([]);
  const future = signal<readonly Draft[]>([]);
  let typing: { file: string; at: number } | undefined;
  function step(from: typeof past, to: typeof past, current: Draft): Draft | undefined {
    const draft = from.value.at(-1);
    typing = undefined;
    if (!draft) return undefined;
    from.value = from.value.slice(0, -1);
    to.value = [...to.value, current];
    return draft;
  }
  return {
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    /**
     * Keeps the draft as it was before a change.
     * @param typedIn the file, if the change was typed: changes in quick succession are one step
     */
    record(before: Draft, typedIn?: string) {
      const isSameStep = typedIn !== undefined && typing?.file === typedIn && now() - typing.at < typingMs;
      if (!isSameStep) past.value = [...past.value, before].slice(-maxSteps);
      future.value = [];
      typing = typedIn === undefined ? undefined : { file: typedIn, at: now() };
    },
    /** @returns the draft before the last step; undefined if there is none */
    undo: (current: Draft) => step(past, future, current),
    redo: (current: Draft) => step(future, past, current),
  };
}
