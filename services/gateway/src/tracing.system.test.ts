import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { poll, startPlacard, type Placard } from "@placard/testing";
import request from "supertest";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { traceId: string; spanId: string }[];
  name: string;
  service: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<Span, "service">[] }[];
  }[];
}

describe("traces", () => {
  const spans: Span[] = [];
  let collector: Server;
  let placard: Placard;
  before(async () => {
    collector = createServer((req, res) => void collect(req).then(() => res.end("{}")));
    collector.listen(0, "127.0.0.1");
    await once(collector, "listening");
    const { port } = collector.address() as AddressInfo;
    placard = await startPlacard({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_BSP_SCHEDULE_DELAY: "100",
      },
    });
  });
  after(async () => {
    await placard.stop();
    collector.close();
  });

  async function collect(req: IncomingMessage): Promise<void> {
    const { resourceSpans } = (await json(req)) as ExportRequest;
    for (const { resource, scopeSpans } of resourceSpans) {
      const name = resource.attributes.find(({ key }) => key === "service.name");
      const service = name?.value.stringValue ?? "";
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))));
    }
  }

  const generate = (title: string, headers: Record<string, string> = {}, url = placard.url) =>
    request(url)
      .post("/api/v1/og/generate")
      .set({ Authorization: `Bearer ${placard.key}`, ...headers })
      .send({ template: "blog", data: { title }, options: { width: 300, height: 200 } })
      .expect(200);
  const route = "POST /api/v1/og/generate";

  /** The header of a client that records a trace. Its ID is a UUID. */
  const traceparentOf = (id: string) => `00-${id.replaceAll("-", "")}-00f067aa0ba902b7-01`;
  /** The span of the request with this header. */
  const findSpan = (id: string) =>
    spans.find(({ links = [] }) => links.some(({ traceId }) => traceId === id.replaceAll("-", "")));
  const isTraced = (id: string) => findSpan(id) !== undefined;
  const findRequest = (id: string) => poll("the span of the request", () => findSpan(id));

  it("follow a request from HTTP through the queue and the render to storage", async () => {
    await generate("Traced");
    const trace = await poll("the whole trace", () => {
      const { traceId } = spans.find(({ name }) => name === route) ?? {};
      const ofTrace = spans.filter((span) => span.traceId === traceId);
      const names = ofTrace.map(({ name }) => name);
      const isWhole = [route, "queue", "render", "render image"].every((name) => names.includes(name));
      // Image, recipe, document.
      return isWhole && names.filter((name) => name === "storage put").length === 3 && ofTrace;
    });
    const byName = (name: string) => trace.find((span) => span.name === name)!;
    const [http, queue, render, renderImage] = [route, "queue", "render", "render image"].map(byName);
    assert.deepEqual(
      [http, queue, render, renderImage].map((span) => span?.service),
      ["placard-gateway", "placard-renderer", "placard-renderer", "placard-renderer"],
    );
    assert.ok(!http!.parentSpanId);
    assert.deepEqual([queue!.parentSpanId, render!.parentSpanId], [http!.spanId, http!.spanId]);
    assert.equal(renderImage!.parentSpanId, render!.spanId);
    for (const put of trace.filter(({ name }) => name === "storage put"))
      assert.equal(put.parentSpanId, render!.spanId);
    for (const span of trace)
      assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name);
    assert.ok(BigInt(queue!.endTimeUnixNano) <= BigInt(render!.endTimeUnixNano));
  });

  it("start at the request, and link to the span in its traceparent header", async () => {
    const id = randomUUID();
    await generate("Caller's", { traceparent: traceparentOf(id) });
    const { name, parentSpanId, traceId } = await findRequest(id);
    assert.deepEqual([name, parentSpanId], [route, undefined]);
    assert.notEqual(traceId, id.replaceAll("-", ""));
  });

  it("are sampled as the gateway is configured, not by traceparent, and need no collector", async () => {
    const gateway = await placard.startGateway({
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.5",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
    });
    const send = (url: string) => generate(randomUUID(), { traceparent: traceparentOf(randomUUID()) }, url);
    const countRenders = () => spans.filter(({ name }) => name === "render image").length;
    const before = countRenders();
    await Promise.all(Array.from({ length: 40 }, () => send(gateway.url)));
    assert.equal(await gateway.stop(), 0);
    const lastTrace = randomUUID();
    await generate("Last", { traceparent: traceparentOf(lastTrace) }); // the renderer exports its spans in order
    const { traceId } = await findRequest(lastTrace);
    await poll("the last span", () =>
      spans.some((span) => span.traceId === traceId && span.name === "render image"),
    );
    const traced = countRenders() - before - 1;
    assert.ok(traced > 0 && traced < 40, `${traced} of 40`);
  });

  it("are exported before a process exits", async () => {
    const id = randomUUID();
    await generate("Exported", { traceparent: traceparentOf(id) });
    assert.equal(await placard.gateways[0]!.stop(), 0);
    assert.ok(isTraced(id));
  });
});
