import { errorCodes, type ErrorCode } from "@placard/contracts";
import { Counter, type Registry } from "prom-client";
import { createRequestDurations } from "./request-durations.ts";

/** Where an image was asked for, and how it was had. */
const imageSources = {
  /** `hit`: known; `joined`: drawn for another request, and waited for; `miss`: drawn for this one. */
  generate: { hit: 0, joined: 0, miss: 0 },
  /** `hit`: stored and good; `redrawn`; `stale`: out of date, as it could not be drawn; `absent`: no such link. */
  link: { hit: 0, redrawn: 0, stale: 0, absent: 0 },
};

/** Why a request was refused before it came to Express. */
const refusalReasons = ["host", "expectation", "target", "connect", "malformed", "timeout"] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** What a gateway counts. Labels are ours alone: nothing that a caller sends becomes one. */
export function createGatewayMetrics(registry: Registry) {
  const sources = structuredClone(imageSources);
  const images = new Counter({
    name: "placard_image_requests_total",
    help: "Images that were asked for, by endpoint and how they were had.",
    labelNames: ["endpoint", "cache"],
    registers: [],
    collect() {
      this.reset(); // counted by hand, for the sake of speed
      for (const [endpoint, counts] of Object.entries(sources))
        for (const [cache, count] of Object.entries(counts)) this.inc({ endpoint, cache }, count);
    },
  });
  registry.registerMetric(images);
  const errors = new Counter({
    name: "placard_http_errors_total",
    help: "Error answers by their code: rate_limited, overloaded, unavailable …",
    labelNames: ["code"],
    registers: [registry],
  });
  for (const code of Object.keys(errorCodes)) errors.inc({ code }, 0);
  const refusals = new Counter({
    name: "placard_http_refusals_total",
    help: "Requests that were refused before they could be routed.",
    labelNames: ["reason"],
    registers: [registry],
  });
  for (const reason of refusalReasons) refusals.inc({ reason }, 0);
  const ceremonies = new Counter({
    name: "placard_ceremonies_total",
    help: "Passkey ceremonies that were finished: `verified`, or the cause of the refusal.",
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
