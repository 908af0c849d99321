import { Session } from "node:inspector/promises";

let session: Session | undefined;

/**
 * Counts how often blocks of JavaScript are executed while a function runs: work that does not depend on the
 * machine. Native functions and regular expressions do not count. V8 counts them until the process ends,
 * which makes it slower.
 */
export async function countSteps(run: () => unknown): Promise<number> {
  session ??= await startCounting();
  await session.post("Profiler.takePreciseCoverage"); // forgets what was executed before
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ranges = result.flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
  return ranges.reduce((sum, { count }) => sum + count, 0);
}

async function startCounting(): Promise<Session> {
  const started = new Session();
  started.connect();
  await started.post("Profiler.enable");
  await started.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return started;
}
