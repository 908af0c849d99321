import assert from "node:assert/strict";
import { connect } from "node:net";
import { poll, registerTestClient, startPlacard, type Placard } from "@placard/testing";
import request from "supertest";

// Requests of other tests would be counted too, so this Placard is not shared.
describe("metrics", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ inProcess: ["gateway", "renderer"] });
  });
  after(() => placard?.stop());

  const generate = (title: string) =>
    request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title }, options: { format: "jpeg" } });
  const scrape = async (service: { adminUrl: string }) =>
    (await request(service.adminUrl).get("/metrics")).text;
  const gateway = () => scrape(placard.gateways[0]!);
  const renderer = () => scrape(placard.renderers[0]!);

  /** Waits until the value of a sample is at least `min`. */
  const waitForSample = (read: () => Promise<string>, sample: string, min: number) =>
    poll(`${sample} to reach ${min}`, async () => {
      const line = (await read()).split("\n").find((each) => each.startsWith(`${sample} `));
      return Number(line?.split(" ")[1]) >= min;
    });

  it("count images by cache result, and measure requests by route, never by path", async () => {
    const responses = await Promise.all([generate("Same").expect(200), generate("Same").expect(200)]);
    await generate("Same").expect(200);
    const path = new URL(responses[0].body.data.url).pathname;
    await request(placard.url).get(path).expect(200);
    await request(placard.url)
      .get(`/og/${"a".repeat(32)}.png`)
      .expect(404);
    await request(placard.url).get("/secret-path").expect(404);

    const source = (endpoint: string, cache: string) =>
      `placard_image_requests_total{endpoint="${endpoint}",cache="${cache}"}`;
    await waitForSample(gateway, source("generate", "miss"), 1);
    await waitForSample(gateway, source("generate", "joined"), 1);
    await waitForSample(gateway, source("generate", "hit"), 1);
    await waitForSample(gateway, source("link", "hit"), 1);
    await waitForSample(gateway, source("link", "not_found"), 1);
    const count = (labels: string) => `placard_http_request_duration_seconds_count{${labels}}`;
    await waitForSample(gateway, count(`route="/api/v1/og/generate",method="POST",status="200"`), 3);
    await waitForSample(gateway, count(`route="/og/:file",method="GET",status="200"`), 1);
    await waitForSample(gateway, count(`route="none",method="GET",status="404"`), 1);
    assert.doesNotMatch(await gateway(), /secret-path|aaaa/);
  });

  it("measure each stage of a render, and count rendered images", async () => {
    await generate("Stages").expect(200);
    for (const stage of ["wait", "layout", "paint", "encode", "store"])
      await waitForSample(renderer, `placard_render_stage_duration_seconds_count{stage="${stage}"}`, 1);
    await waitForSample(renderer, `placard_render_images_total{template="blog",format="jpeg"}`, 1);
    const text = await renderer();
    for (const name of ["process_resident_memory_bytes", "nodejs_eventloop_lag_p99_seconds"])
      assert.match(text, new RegExp(`^${name} `, "m"));
    await waitForSample(gateway, `placard_queue_jobs{queue="render",state="waiting"}`, 0);
  });

  it("count requests that were rejected before routing, which the log lists too", async () => {
    const bytes = {
      malformed: "NONSENSE\r\n\r\n",
      host: "GET /hostless?secret=1 HTTP/1.1\r\nX-Request-Id: without-host\r\n\r\n",
      connect: "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n",
      expectation: "GET / HTTP/1.1\r\nHost: x\r\nExpect: the unexpected\r\n\r\n",
      target: "GET http://[/x HTTP/1.1\r\nHost: x\r\n\r\n",
    };
    for (const [reason, sent] of Object.entries(bytes)) {
      const { port } = new URL(placard.url);
      const socket = connect(Number(port), "127.0.0.1");
      socket.end(sent);
      let response = "";
      for await (const chunk of socket) response += String(chunk);
      const [, id] = /X-Request-Id: (\S+)/.exec(response) ?? [];
      const line = await poll("a log line", () =>
        placard.logs().find(({ msg, requestId }) => msg === "request rejected" && requestId === id),
      );
      assert.deepEqual([line["reason"], line["status"], line["address"]], [reason, 400, "127.0.0.1"]);
      await waitForSample(gateway, `placard_http_rejections_total{reason="${reason}"}`, 1);
    }
    assert.doesNotMatch(JSON.stringify(placard.logs()), /secret=1/);
    await waitForSample(gateway, `placard_http_errors_total{code="bad_request"}`, 5);
  });

  it("have no label value that a caller chooses", async () => {
    const marker = "chosen-by-the-caller";
    const authorization = { Authorization: `Bearer ${placard.key}` };
    const statuses = await Promise.all([
      request(placard.url).get(`/${marker}?${marker}=${marker}`),
      request(placard.url).get(`/og/${marker}.${marker}`),
      request(placard.url).get(`/og/sign/${marker}.png?title=${marker}&kid=${marker}`),
      request(placard.url).get("/api/v1/og/templates").set("Authorization", marker),
      request(placard.url).get("/").set({ "X-Request-Id": marker, "User-Agent": marker, Referer: marker }),
      request(placard.url)
        .post("/api/v1/auth/login/start")
        .send({ email: `${marker}@example.com` }),
      request(placard.url)
        .post("/api/v1/og/generate")
        .set(authorization)
        .send({ template: marker, data: {} }),
      request(placard.url)
        .post("/api/v1/og/generate")
        .set(authorization)
        .send({ template: "product", data: { name: marker, image: `http://${marker}.example/${marker}` } }),
    ]);
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [404, 404, 403, 401, 200, 200, 400, 200],
    );
    for (const metrics of [await gateway(), await renderer()]) assert.ok(!metrics.includes(marker));
  });

  it("count passkey ceremonies by result", async () => {
    await registerTestClient(placard.url);
    await waitForSample(gateway, `placard_ceremonies_total{ceremony="registration",result="verified"}`, 1);
  });

  it("count errors by code, rejections by the rate limit and failures of the image store", async () => {
    const limited = await placard.startGateway({
      RATE_LIMIT_API: "1",
      S3_BUCKET: "x",
      S3_ENDPOINT: "http://127.0.0.1:1",
    });
    const list = () =>
      request(limited.url).get("/api/v1/og/templates").set("Authorization", `Bearer ${placard.key}`);
    await poll("the limit to be reached", async () => (await list()).status === 429);
    await request(limited.url)
      .get(`/og/${"b".repeat(32)}.png`)
      .expect(200)
      .expect("X-Cache", "FALLBACK");
    const text = await scrape(limited);
    assert.match(text, /^placard_http_errors_total\{code="rate_limited"\} [1-9]/m);
    assert.match(text, /^placard_link_fallbacks_total\{reason="unavailable"\} 1$/m);
    assert.match(text, /^placard_storage_errors_total\{operation="get",kind="\w+"\} [1-9]/m);
    assert.match(text, /^placard_dependency_up\{dependency="storage"\} 0$/m);
  });
});
