import type { Session } from "@placard/accounts";
import type { Response } from "express";

/** The id of the API key that authenticated a request; undefined for a session. */
export function keyIdOf(res: Response): string | undefined {
  return res.locals["keyId"];
}

/** The session of a request whose access class requires one. */
export function sessionOf(res: Response): Session {
  return res.locals["session"];
}

/** The session of a request, if it has one. */
export function optionalSessionOf(res: Response): Session | undefined {
  return res.locals["session"];
}

/** The id of the account that a request acts for: the owner of its API key, or the user of its session. */
export function accountIdOf(res: Response): string {
  return res.locals["accountId"];
}

/** Charges the price of a render to the limit that counted its request. Rejects with `rate_limited`. */
export type ChargePrice = (price: number) => Promise<void>;

/** The function that charges what a request renders. */
export function chargePriceOf(res: Response): ChargePrice {
  return res.locals["chargePrice"];
}
