/**
 * Runs steps one after the other, and prints each one as it starts and ends.
 * @param interruption stops before the next step
 */
export function createSteps(interruption) {
  const results = [];
  return {
    /**
     * Runs one step. What it returns is a note for the summary, such as a measured value.
     * @param title states what holds if the step passes
     */
    async step(title, work) {
      interruption.throwIfAborted();
      process.stdout.write(`${title} … `);
      const startedAt = performance.now();
      const finish = (state, note = "") => {
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
