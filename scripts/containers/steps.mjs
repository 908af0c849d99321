import { performance } from "node:perf_hooks";

/** @typedef {{ title: string, state: "passed" | "FAILED", seconds: number, note: string }} StepResult */

/**
 * Runs steps one after the other, and prints each one as it starts and ends.
 * @param {AbortSignal} interruption stops before the next step
 */
export function createSteps(interruption) {
  /** @type {StepResult[]} */
  const results = [];
  return {
    /**
     * Runs one step. What it returns is a note for the summary, such as a measured value.
     * @param {string} title states what holds if the step passes
     * @param {() => Promise<string | void>} work
     */
    async step(title, work) {
      interruption.throwIfAborted();
      process.stdout.write(`${title} … `);
      const startedAt = performance.now();
      const finish = (/** @type {StepResult["state"]} */ state, note = "") => {
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        results.push({ title, state, seconds, note });
        console.log(`${state} (${seconds} s)${note && `: ${note}`}`);
      };
      try {
        finish("passed", (await work()) ?? "");
      } catch (error) {
        finish("FAILED");
        throw error;
      }
    },
    /** The lines of the summary. */
    summary: () =>
      results.map(
        ({ title, state, seconds, note }) => `${state}  ${seconds} s  ${title}${note && ` (${note})`}`,
      ),
  };
}
