import { startPlacard } from "@placard/testing";

/**
 * @typedef {Awaited<ReturnType<typeof startPlacard>>} Placard
 * @typedef {NonNullable<Parameters<typeof startPlacard>[0]>} Options
 *
 * @typedef {object} Drill
 * @property {string} fault
 * @property {string} guarantee
 * @property {Options} [options] of the Placard in which the fault is caused
 * @property {(placard: Placard) => Promise<{ held: boolean, observed: string }>} run causes the fault
 */

/**
 * Runs a drill in a Placard of its own, without a rate limit.
 * @param {Drill} drill
 */
export async function runDrill({ options = {}, run }) {
  const env = { RATE_LIMIT_API: "0", ...options.env };
  const placard = await startPlacard({ keepLogs: false, ...options, env });
  try {
    return await run(placard);
  } finally {
    await placard.stop();
  }
}
