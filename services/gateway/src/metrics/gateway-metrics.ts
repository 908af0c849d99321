import { errorCodes, type ErrorCode } from "@placard/contracts";
import { mailResults, type MailResult } from "@placard/mail";
import { Counter, Gauge, type Registry } from "prom-client";
import { closeReasons, type CloseReason } from "../http/connections.ts";
import { queueRejections } from "../images/queue-share.ts";
import { fallbackReasons, type FallbackReason } from "../links/fallback-reasons.ts";
import { attemptOutcomes, type AttemptOutcome } from "../webhooks/delivery-worker.ts";
import { pageRequestResults, type PageRequestResult } from "../sites/site-pages.ts";
import { createRequestDurations } from "./request-durations.ts";

/** The endpoints that return images, and the sources of the images. */
const imageSources = {
  /** `hit`: it existed; `joined`: another request caused the render; `miss`: this request caused the render. */
  generate: { hit: 0, joined: 0, miss: 0 },
  /** See LinkSource; `fallback`: another image was sent; `not_found`: no such link. */
  link: { hit: 0, rerendered: 0, stale: 0, fallback: 0, not_found: 0 },
};

/** Why a request was rejected before it reached Express. */
const rejectionReasons = ["host", "expectation", "target", "connect", "malformed", "timeout"] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** Why a render was not enqueued: see QueueRejection; `daily_renders`: the account has used up its quota. */
const renderRejectionReasons = [...queueRejections, "daily_renders"] as const;
type RenderRejectionReason = (typeof renderRejectionReasons)[number];

/** Whether a page that was to be checked could be fetched. */
const pageCheckResults = ["checked", "page_unavailable"] as const;
export type PageCheckResult = (typeof pageCheckResults)[number];

/** The passkey ceremonies, as metrics and the log name them. */
const ceremonyNames = ["registration", "login", "reauthentication", "recovery"] as const;
export type CeremonyName = (typeof ceremonyNames)[number];

/** Creates the metrics of a gateway. Label values never come from requests. */
export function createGatewayMetrics(registry: Registry) {
  const sources = structuredClone(imageSources);
  const images = new Counter({
    name: "placard_image_requests_total",
    help: "Images requested, by endpoint and cache status.",
    labelNames: ["endpoint", "cache"],
    registers: [],
    collect() {
      this.reset(); // counts are kept in plain objects, which is faster
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
  const rejections = new Counter({
    name: "placard_http_rejections_total",
    help: "Requests rejected before routing.",
    labelNames: ["reason"],
    registers: [registry],
  });
  for (const reason of rejectionReasons) rejections.inc({ reason }, 0);
  const renderRejections = new Counter({
    name: "placard_render_rejections_total",
    help: "Renders that were not enqueued, by reason.",
    labelNames: ["reason"],
    registers: [registry],
  });
  for (const reason of renderRejectionReasons) renderRejections.inc({ reason }, 0);
  const fallbacks = new Counter({
    name: "placard_link_fallbacks_total",
    help: "Fallback images sent for links, by reason.",
    labelNames: ["reason"],
    registers: [registry],
  });
  for (const reason of fallbackReasons) fallbacks.inc({ reason }, 0);
  const forcedCloses = new Counter({
    name: "placard_http_connections_closed_total",
    help: "Connections closed by the gateway because of their clients, by reason.",
    labelNames: ["reason"],
    registers: [registry],
  });
  for (const reason of closeReasons) forcedCloses.inc({ reason }, 0);
  const ignoredForwardedFor = new Counter({
    name: "placard_http_forwarded_for_ignored_total",
    help: "Requests with X-Forwarded-For while TRUST_PROXY is off.",
    registers: [registry],
  });
  const mails = new Counter({
    name: "placard_mails_total",
    help: "Mails by result: sent to the SMTP server, failed, or dropped because too many were waiting.",
    labelNames: ["result"],
    registers: [registry],
  });
  for (const result of mailResults) mails.inc({ result }, 0);
  const webhookAttempts = new Counter({
    name: "placard_webhook_attempts_total",
    help: "Requests to webhooks by result: delivered, failed with a later retry, or failed for good.",
    labelNames: ["result"],
    registers: [registry],
  });
  for (const result of attemptOutcomes) webhookAttempts.inc({ result }, 0);
  const droppedWebhookEvents = new Counter({
    name: "placard_webhook_events_dropped_total",
    help: "Webhook events that were dropped because too many were waiting.",
    registers: [registry],
  });
  const pageRequests = new Counter({
    name: "placard_page_requests_total",
    help: "Requests for pages of sites by result; limited: none was sent, because the site has reached its limit.",
    labelNames: ["result"],
    registers: [registry],
  });
  for (const result of pageRequestResults) pageRequests.inc({ result }, 0);
  const playgroundPreviews = new Counter({
    name: "placard_playground_previews_total",
    help: "Previews rendered for the public playground.",
    registers: [registry],
  });
  const pageChecks = new Counter({
    name: "placard_page_checks_total",
    help: "Pages that were checked, by result.",
    labelNames: ["result"],
    registers: [registry],
  });
  for (const result of pageCheckResults) pageChecks.inc({ result }, 0);
  const ceremonies = new Counter({
    name: "placard_ceremonies_total",
    help: "Finished passkey ceremonies by result: verified, or the reason for the failure.",
    labelNames: ["ceremony", "result"],
    registers: [registry],
  });
  for (const ceremony of ceremonyNames) ceremonies.inc({ ceremony, result: "verified" }, 0);

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
    countRejection(reason: RejectionReason): void {
      rejections.inc({ reason });
      errors.inc({ code: "bad_request" });
    },
    countRenderRejection(reason: RenderRejectionReason): void {
      renderRejections.inc({ reason });
    },
    countFallback(reason: FallbackReason): void {
      fallbacks.inc({ reason });
    },
    countPageRequest(result: PageRequestResult): void {
      pageRequests.inc({ result });
    },
    countPlaygroundPreview(): void {
      playgroundPreviews.inc();
    },
    countPageCheck(result: PageCheckResult): void {
      pageChecks.inc({ result });
    },
    countMail(result: MailResult): void {
      mails.inc({ result });
    },
    countWebhookAttempt(result: AttemptOutcome): void {
      webhookAttempts.inc({ result });
    },
    countDroppedWebhookEvents(events: number): void {
      droppedWebhookEvents.inc(events);
    },
    countForcedClose(reason: CloseReason): void {
      forcedCloses.inc({ reason });
    },
    countIgnoredForwardedFor(): void {
      ignoredForwardedFor.inc();
    },
    /** Exports the number of open connections. */
    exportConnections(count: () => number): void {
      registry.registerMetric(
        new Gauge({
          name: "placard_http_connections",
          help: "Open connections of clients.",
          registers: [],
          collect() {
            this.set(count());
          },
        }),
      );
    },
    /** Exports the memory of images, in bytes. */
    exportImageMemory(size: () => number): void {
      registry.registerMetric(
        new Gauge({
          name: "placard_image_memory_bytes",
          help: "Memory of recently served images.",
          registers: [],
          collect() {
            this.set(size());
          },
        }),
      );
    },
    /** `result`: "verified", or the reason for the failure. */
    countCeremony(ceremony: CeremonyName, result: string): void {
      ceremonies.inc({ ceremony, result });
    },
  };
}
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
