import Type, { type Static } from "typebox";
import { compileValidator } from "./validator.ts";
import { exactObject } from "./schema.ts";

const count = Type.Integer({ minimum: 0, maximum: 2 ** 40 });
const usageReport = exactObject({
  account: Type.String({ minLength: 1, maxLength: 64 }),
  keyId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  renders: count,
  bytes: count,
  remoteBytes: count,
});

/**
 * What a job has used, as a renderer reports it: the account that owns the image, and the key that requested
 * it. The key is absent for the link of an expired image. `renders` is 1, or 0 if the job failed. Bytes of
 * remote images include failed fetches.
 */
export type UsageReport = Static<typeof usageReport>;

/** The number of reports that are kept if no gateway takes them. */
export const maxUsageReports = 100_000;

/** Checks a report that was read from Redis. */
export const validateUsageReport = compileValidator(usageReport);
