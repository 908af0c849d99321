// A drill has the `fault`, the `guarantee`, the `options` of its Placard, and `run`. `run` causes the fault,
// and resolves with what it `observed`, and whether the guarantee `held`. `defer` registers a function for
// the end, even if the drill fails: the last one is called first.
import { clients } from "./clients.mjs";
import { dependencies } from "./dependencies.mjs";
import { enumeration } from "./enumeration.mjs";
import { fallback } from "./fallback.mjs";
import { hostileAccount } from "./hostile-account.mjs";
import { overload } from "./overload.mjs";
import { processes } from "./processes.mjs";
import { stalls } from "./stalls.mjs";

export { runbooks } from "./runbooks/index.mjs";

/** The drills by name. */
export const drills = {
  ...processes,
  ...dependencies,
  fallback,
  overload,
  ...clients,
  stalls,
  enumeration,
  "hostile-account": hostileAccount,
};
