import { errorCodes, type ErrorCode } from "@placard/contracts";
import { Counter, type Registry } from "prom-client";
import { createRequestDurations } from "./request-durations.ts";

/** Where images are requested, and where they came from. */
const imageSources = {
  /** `hit`: it existed; `joined`: another request caused its render; `miss`: this request caused its render. */
  generate: { hit: 0, joined: 0, miss: 0 },
  /** `hit`: stored and fresh; `rerendered`; `stale`: expired, because it could not be rendered; `not_found`: no such link. */
  link: { hit: 0, rerendered: 0, stale: 0, not_found: 0 },
};

/** Why a request was refused before it reached Express. */
const refusalReasons = ["host", "expectation", "target", "connect", "malformed", "timeout"] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The metrics of a gateway. No label value comes from a caller. */
export function createGatewayMetrics(registry: Registry) {
  const sources = structuredClone(imageSources);
  const images = new Counter({
    name: "placard_image_requests_total",
    help: "Images requested, by endpoint and cache status.",
    labelNames: ["endpoint", "cache"],
    registers: [],
    collect() {
      this.reset(); // counted in plain objects, for speed
      for (const [endpoint, counts] of Object.entries(sources))
        for (const [cache, count] of Object.entries(counts)) this.inc({ endpoint, cache }, count);
    },
  });
  registry.registerMetric(images);
  const errors = new Counter({
    name: "placard_http_errors_total",
    help: "Error responses by code.",
    labelNames: ["code"],
    registers: [registry],
  });
  for (const code of Object.keys(errorCodes)) errors.inc({ code }, 0);
  const refusals = new Counter({
    name: "placard_http_refusals_total",
    help: "Requests refused before routing.",
    labelNames: ["reason"],
    registers: [registry],
  });
  for (const reason of refusalReasons) refusals.inc({ reason }, 0);
  const ceremonies = new Counter({
    name: "placard_ceremonies_total",
    help: "Finished passkey ceremonies by result: verified, or the reason for the failure.",
    labelNames: ["ceremony", "result"],
    registers: [registry],
  });
  for (const ceremony of ["registration", "login"]) ceremonies.inc({ ceremony, result: "verified" }, 0);

  return {
    observeRequest: createRequestDurations(registry),
    countGenerate(cache: keyof typeof sources.generate): void {
      sources.generate[cache]++;
    },
    countLink(cache: keyof typeof sources.link): void {
      sources.link[cache]++;
    },
    countError(code: ErrorCode): void {
      errors.inc({ code });
    },
    countRefusal(reason: RefusalReason): void {
      refusals.inc({ reason });
      errors.inc({ code: "bad_request" });
    },
    /** `result`: "verified", or a refusal's cause. */
    countCeremony(ceremony: string, result: string): void {
      ceremonies.inc({ ceremony, result });
    },
  };
}
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
