import assert from "node:assert/strict";
import { renderKeys } from "@placard/contracts";
import { openRedis } from "@placard/runtime";
import {
  findFreePort,
  getSharedPlacard,
  jwtSecret,
  redirectTo,
  startHttpServer,
  startRedis,
  type SharedPlacard,
} from "@placard/testing";
import request from "supertest";
import { runChecks, type CheckResult } from "./checks.ts";

describe("doctor at a running gateway", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  /** The finding of one check with the settings of the running gateway, except for `changes`. */
  async function find(check: string, changes: Readonly<Record<string, string>> = {}): Promise<CheckResult> {
    const { port, hostname } = new URL(placard.gateways[0]?.adminUrl ?? "");
    const results = await runChecks({
      REDIS_URL: placard.redis.url,
      PUBLIC_URL: placard.publicUrl,
      DATA_DIR: placard.directory,
      JWT_SECRET: jwtSecret,
      ADMIN_PORT: port,
      ADMIN_HOST: hostname,
      ...changes,
    });
    const result = results.find((each) => each.check === check);
    assert.ok(result, `no ${check} in ${JSON.stringify(results)}`);
    return result;
  }

  function assertFinding(result: CheckResult, status: CheckResult["status"], message: RegExp): void {
    assert.equal(result.status, status, result.message);
    assert.match(result.message, message);
  }

  it("proves that PUBLIC_URL leads to a gateway on the same Redis", async () => {
    assertFinding(await find("public-url"), "ok", /leads to a gateway of this installation/);
    const other = await startRedis();
    const result = await find("public-url", { REDIS_URL: other.url });
    await other.stop();
    assertFinding(result, "failed", /uses another Redis/);
  });

  it("fails if PUBLIC_URL cannot be reached, redirects, or leads to another service", async () => {
    const publicUrl = (PUBLIC_URL: string) => find("public-url", { PUBLIC_URL });
    assertFinding(
      await publicUrl(`http://localhost:${await findFreePort()}`),
      "failed",
      /cannot be reached from here: .*ECONNREFUSED/,
    );
    const server = await startHttpServer({
      "/moved/health/live": redirectTo("https://new.example/health/live", 301),
      "/other/health/live": Buffer.from("hello"),
    });
    const moved = await publicUrl(`${server.url}/moved`);
    const other = await publicUrl(`${server.url}/other`);
    await server.stop();
    assertFinding(moved, "failed", /redirects to https:\/\/new\.example/);
    assertFinding(other, "failed", /Another service than Placard responds/);
  });

  it("fails if PUBLIC_URL is not https off this machine", async () => {
    const result = await find("public-url", { PUBLIC_URL: "http://og.example.com" });
    assertFinding(result, "failed", /is not https: browsers refuse passkeys/);
  });

  it("warns if TRUST_PROXY is off behind a proxy, or on without one", async () => {
    const https = { PUBLIC_URL: "https://og.example.invalid" };
    assertFinding(await find("proxy", https), "warning", /Set TRUST_PROXY to the number of proxies/);
    assertFinding(await find("proxy", { ...https, TRUST_PROXY: "1" }), "ok", /TRUST_PROXY is 1/);
    assertFinding(await find("proxy", { TRUST_PROXY: "1" }), "warning", /can choose their address/);
    const metrics = Buffer.from("# TYPE\nplacard_http_forwarded_for_ignored_total 0\n");
    const admin = await startHttpServer({ "/metrics": metrics });
    const unforwarded = await find("proxy", { ADMIN_HOST: "127.0.0.1", ADMIN_PORT: `${admin.port}` });
    await admin.stop();
    assertFinding(unforwarded, "ok", /has received no X-Forwarded-For/);
    assertFinding(
      await find("proxy", { ADMIN_PORT: `${await findFreePort()}` }),
      "warning",
      /is unknown: its admin server failed/,
    );
    await request(placard.url).get("/health/live").set("X-Forwarded-For", "203.0.113.7").expect(200);
    assertFinding(
      await find("proxy"),
      "warning",
      /has received X-Forwarded-For \d+ times while TRUST_PROXY is off/,
    );
  });

  it("reports the scripts that the renderer has no font for", async () => {
    assertFinding(await find("renderers"), "ok", /within the last 4 s/);
    const other = await startRedis();
    const redis = await openRedis(other.url, 5_000);
    const report = async (status: object) => {
      await redis.set(renderKeys.rendererAlive, JSON.stringify(status), "PX", 4_000);
      return find("fonts", { REDIS_URL: other.url });
    };
    const missing = await report({ missingScripts: ["Arabic", "emoji"] });
    const unknown = await report({ missingScripts: null });
    redis.disconnect();
    await other.stop();
    assertFinding(missing, "warning", /no font for Arabic, emoji.*Install fonts/);
    assertFinding(unknown, "warning", /Install fontconfig/);
  });
});
