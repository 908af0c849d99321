import { withTimeout } from "./with-timeout.ts";

/** Checks of required services, by name. A check resolves if its service works, and otherwise rejects. */
export type HealthChecks = Readonly<Record<string, () => Promise<unknown>>>;

/** Runs all checks in parallel. Returns the names of those that reject or take longer than `timeoutMs`. */
export async function failingHealthChecks(checks: HealthChecks, timeoutMs: number): Promise<string[]> {
  const results = await Promise.allSettled(
    Object.values(checks).map((check) => withTimeout(check(), timeoutMs)),
  );
  return Object.keys(checks).filter((_name, i) => results[i]?.status === "rejected");
}
