import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
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

  it("continue the trace of the request's traceparent header", async () => {
    const [traceId, parent] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
    await generate("Caller's", { traceparent: `00-${traceId}-${parent}-01` });
    const findSpan = (name: string) =>
      poll(name, () => spans.find((span) => span.traceId === traceId && span.name === name));
    assert.equal((await findSpan(route)).parentSpanId, parent);
    await findSpan("render image");
  });

  it("are sampled as the gateway is configured, not by traceparent, and need no collector", async () => {
    const gateway = await placard.startGateway({
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.5",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
    });
    const parent = "b7ad6b7169203331";
    const sendMany = async (flag: string) => {
      const traceIds = Array.from({ length: 20 }, () => randomBytes(16).toString("hex"));
      const send = (id: string) => generate(id, { traceparent: `00-${id}-${parent}-${flag}` }, gateway.url);
      await Promise.all(traceIds.map(send));
      return traceIds;
    };
    const [withoutFlag, withFlag] = [await sendMany("00"), await sendMany("01")];
    assert.equal(await gateway.stop(), 0);
    const last = randomBytes(16).toString("hex"); // the renderer exports its spans in order
    await generate(last, { traceparent: `00-${last}-${parent}-01` });
    const isTraced = (id: string) =>
      spans.some(({ traceId, name }) => traceId === id && name === "render image");
    await poll("the last span", () => isTraced(last));
    assert.ok(withoutFlag.some(isTraced));
    assert.ok(!withFlag.every(isTraced));
  });

  it("are exported before a process exits", async () => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4737";
    await generate("Exported", { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
    assert.equal(await placard.gateways[0]!.stop(), 0);
    assert.ok(spans.some((span) => span.traceId === traceId && span.name === route));
  });
});
