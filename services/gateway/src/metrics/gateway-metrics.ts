import { errorCodes, type ErrorCode } from "@placard/contracts";
import { mailResults } from "@placard/mail";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { scrapeTimeoutMs, withTimeout } from "@placard/runtime";
import type { Queue } from "bullmq";
import { closeReasons } from "../http/connections.ts";
import { queueRejections } from "../images/queue-share.ts";
import { fallbackReasons } from "../links/fallback-reasons.ts";
import { pageRequestResults } from "../sites/site-pages.ts";
import { attemptOutcomes } from "../webhooks/delivery-worker.ts";

/** `hit`: the image existed; `joined`: another request caused the render; `miss`: this one did. */
const generateSources = ["hit", "joined", "miss"] as const;
/** See LinkSource; `fallback`: another image was sent; `not_found`: the link does not exist. */
const linkSources = ["hit", "rerendered", "stale", "fallback", "not_found"] as const;

/** Why a request was rejected before it reached Express. */
const rejectionReasons = ["host", "expectation", "target", "connect", "malformed", "timeout"] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** The passkey ceremonies, as metrics and the log name them. */
const ceremonyNames = ["registration", "login", "reauthentication", "recovery"] as const;
export type CeremonyName = (typeof ceremonyNames)[number];

/** Records a finished request, with its status or "aborted" and its duration in seconds. */
export type ObserveRequest = (
  route: string,
  method: string,
  status: number | "aborted",
  seconds: number,
) => void;

/** Creates the metrics of a gateway. Label values never come from requests. */
export function createGatewayMetrics(registry: Registry) {
  const registers = [registry];

  /** A counter with one label. Its values are exported from the start. Returns the function that counts. */
  function count<Value extends string>(name: string, help: string, label: string, values: readonly Value[]) {
    const counter = new Counter({ name: `placard_${name}_total`, help, labelNames: [label], registers });
    for (const value of values) counter.inc({ [label]: value }, 0);
    return (value: Value) => counter.inc({ [label]: value });
  }

  function countPlain(name: string, help: string) {
    const counter = new Counter({ name: `placard_${name}_total`, help, registers });
    return (by = 1) => counter.inc(by);
  }

  /** A gauge whose value is read at each scrape. */
  const exportGauge = (name: string, help: string) => (read: () => number) =>
    void new Gauge({
      name: `placard_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });

  const images = new Counter({
    name: "placard_image_requests_total",
    help: "Images requested, by endpoint and cache status.",
    labelNames: ["endpoint", "cache"],
    registers,
  });
  for (const cache of generateSources) images.inc({ endpoint: "generate", cache }, 0);
  for (const cache of linkSources) images.inc({ endpoint: "link", cache }, 0);
  const ceremonies = new Counter({
    name: "placard_ceremonies_total",
    help: "Finished passkey ceremonies by result: verified, or the reason for the failure.",
    labelNames: ["ceremony", "result"],
    registers,
  });
  for (const ceremony of ceremonyNames) ceremonies.inc({ ceremony, result: "verified" }, 0);
  const durations = new Histogram({
    name: "placard_http_request_duration_seconds",
    help: "Duration of requests by route, method and status.",
    labelNames: ["route", "method", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const countError = count(
    "http_errors",
    "Error responses by code.",
    "code",
    Object.keys(errorCodes) as ErrorCode[],
  );
  const countRejection = count(
    "http_rejections",
    "Requests rejected before routing.",
    "reason",
    rejectionReasons,
  );

  return {
    observeRequest: ((route, method, status, seconds) =>
      durations.observe({ route, method, status: String(status) }, seconds)) as ObserveRequest,
    countGenerate: (cache: (typeof generateSources)[number]) => images.inc({ endpoint: "generate", cache }),
    countLink: (cache: (typeof linkSources)[number]) => images.inc({ endpoint: "link", cache }),
    countError,
    countRejection(reason: RejectionReason): void {
      countRejection(reason);
      countError("bad_request");
    },
    /** See QueueRejection; `daily_renders`: the account has used up its quota. */
    countRenderRejection: count("render_rejections", "Renders that were not enqueued, by reason.", "reason", [
      ...queueRejections,
      "daily_renders",
    ]),
    countFallback: count(
      "link_fallbacks",
      "Fallback images sent for links, by reason.",
      "reason",
      fallbackReasons,
    ),
    countForcedClose: count(
      "http_connections_closed",
      "Connections closed by the gateway because of their clients, by reason.",
      "reason",
      closeReasons,
    ),
    countIgnoredForwardedFor: countPlain(
      "http_forwarded_for_ignored",
      "Requests with X-Forwarded-For while TRUST_PROXY is off.",
    ),
    countMail: count(
      "mails",
      "Mails by result: sent to the SMTP server, failed, or dropped because too many were waiting.",
      "result",
      mailResults,
    ),
    countWebhookAttempt: count(
      "webhook_attempts",
      "Requests to webhooks by result: delivered, failed with a later retry, or failed for good.",
      "result",
      attemptOutcomes,
    ),
    countDroppedWebhookEvents: countPlain(
      "webhook_events_dropped",
      "Webhook events that were dropped because too many were waiting.",
    ),
    countPageRequest: count(
      "page_requests",
      "Requests for pages of sites by result; limited: none was sent, because the site has reached its limit.",
      "result",
      pageRequestResults,
    ),
    countPlaygroundPreview: countPlain("playground_previews", "Previews rendered for the public playground."),
    countPageCheck: count("page_checks", "Pages that were checked, by result.", "result", [
      "checked",
      "page_unavailable",
    ]),
    /** `result`: "verified", or the reason for the failure. */
    countCeremony: (ceremony: CeremonyName, result: string) => ceremonies.inc({ ceremony, result }),
    exportConnections: exportGauge("http_connections", "Open connections of clients."),
    exportImageMemory: exportGauge("image_memory_bytes", "Memory of recently served images."),
  };
}
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;

const states = ["waiting", "active", "delayed", "failed"] as const;

/** Exports the number of jobs in each queue at each scrape. Leaves out a queue that can't be read in time. */
export function exportQueues(
  registry: Registry,
  queues: readonly Pick<Queue, "name" | "getJobCounts">[],
): void {
  const gauge = new Gauge({
    name: "placard_queue_jobs",
    help: "Jobs in a queue by state; the same on every gateway. Absent while Redis is unavailable.",
    labelNames: ["queue", "state"],
    registers: [],
    async collect() {
      this.reset();
      const readings = queues.map(async (queue) => {
        const counts = await withTimeout(queue.getJobCounts(...states, "prioritized"), scrapeTimeoutMs);
        const { prioritized = 0 } = counts; // wait as well
        for (const state of states) {
          const count = (counts[state] ?? 0) + (state === "waiting" ? prioritized : 0);
          this.set({ queue: queue.name, state }, count);
        }
      });
      await Promise.allSettled(readings);
    },
  });
  registry.registerMetric(gauge);
}
