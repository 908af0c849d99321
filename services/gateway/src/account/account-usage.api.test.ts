import assert from "node:assert/strict";
import { join } from "node:path";
import { canonicalLink, imageKey, signLink } from "@placard/contracts";
import {
  getSharedPlacard,
  poll,
  startHttpServer,
  type SharedPlacard,
  type TestAccount,
} from "@placard/testing";
import { createFileStore } from "@placard/storage";
import request, { type Response } from "supertest";
import { idOf } from "../testing/image-links.ts";

interface Counts {
  renders: number;
  cacheHits: number;
  bytes: number;
  remoteBytes: number;
}
interface Day extends Counts {
  date: string;
  keys: ({ keyId: string } & Counts)[];
}

const card = (title: string) => ({
  template: "blog",
  data: { title },
  options: { format: "jpeg", width: 400, height: 210 },
});

describe("the usage of an account", () => {
  let placard: SharedPlacard;
  let ada: TestAccount;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    ada = await placard.createAccount();
  });

  const post = (body: object, { path = "", gateway = 0, prefer = "" } = {}) =>
    request(placard.gateways[gateway]!.url)
      .post(`/api/v1/og/generate${path}`)
      .set({ Authorization: `Bearer ${ada.key}`, ...(prefer !== "" && { Prefer: prefer }) })
      .send(body);
  const getUsage = (query = "", { token } = ada) =>
    request(placard.url).get(`/api/v1/account/usage${query}`).set("Authorization", `Bearer ${token}`);
  const getToday = async () => ((await getUsage("?days=1")).body.data.days as [Day])[0];
  /** Waits until this many renders and cache hits have been counted. */
  const waitForUsage = (renders: number, cacheHits: number) =>
    poll("the usage to be counted", async () => {
      const today = await getToday();
      return today.renders >= renders && today.cacheHits >= cacheHits && today;
    });
  const sizeOf = ({ body }: Response): number => body.data.size;

  it("counts renders, cache hits and bytes of every gateway by key", async () => {
    const first = await post(card("Counted"));
    for (const gateway of [0, 1]) await post(card("Counted"), { gateway }).expect(200);
    const { results } = (await post({ requests: [card("Counted"), card("Batch")] }, { path: "/batch" })).body
      .data;
    await post(card("Asynchronous"), { gateway: 1, prefer: "respond-async" }).expect(202);
    const { renders, cacheHits, bytes, remoteBytes, keys, date } = await waitForUsage(3, 3);
    assert.deepEqual([renders, cacheHits, remoteBytes, keys.length], [3, 3, 0, 1]);
    assert.ok(bytes > sizeOf(first) + results[1].data.size);
    assert.match(date, /^\d{4}-\d\d-\d\d$/);
    const listed = await request(placard.url).get("/api/v1/keys").set("Authorization", `Bearer ${ada.token}`);
    assert.deepEqual(keys[0], { keyId: listed.body.data.keys[0].id, renders, cacheHits, bytes, remoteBytes });
  });

  it("counts signed links by signing key", async () => {
    const { id, secret } = await ada.createSigningKey();
    const query = new Map([
      ["title", "Signed"],
      ["kid", id],
    ]);
    query.set("sig", signLink(secret, canonicalLink("blog.jpeg", query)));
    const path = `/og/sign/blog.jpeg?${new URLSearchParams([...query]).toString()}`;
    for (let i = 0; i < 3; i++) await request(placard.url).get(path).expect(200);
    const { keys } = await waitForUsage(1, 2);
    assert.deepEqual(
      keys.map(({ keyId, renders, cacheHits }) => [keyId, renders, cacheHits]),
      [[id, 1, 2]],
    );
  });

  it("counts expired images that are rendered again for their links, without a key", async () => {
    const path = new URL((await post(card("Expired"))).body.data.url).pathname;
    const store = createFileStore({ directory: join(placard.directory, "storage") });
    await store.delete(imageKey(idOf(path), "jpeg"));
    store.close();
    await request(placard.url).get(path).expect(200);
    const { renders, keys } = await waitForUsage(2, 0);
    assert.deepEqual([renders, keys[0]?.renders], [2, 1]);
  });

  it("counts the bytes that are fetched for remote images, also if they are no images", async () => {
    const file = Buffer.alloc(5_000, "no image");
    const server = await startHttpServer({ "/a": file, "/b": file });
    const product = (name: string, path: string) => ({
      template: "product",
      data: { name, image: server.url + path },
    });
    await post(product("One", "/a")).expect(200);
    await post(product("Another", "/a")).expect(200); // the renderer has cached the file
    await post(product("Third", "/b")).expect(200);
    const { remoteBytes } = await waitForUsage(3, 0);
    assert.equal(remoteBytes, 2 * file.length);
    await server.stop();
  });

  it("is listed for 30 days by default, or 1 to 90, oldest first", async () => {
    for (const [query, count] of [
      ["", 30],
      ["?days=1", 1],
      ["?days=90", 90],
    ] as const) {
      const { days } = (await getUsage(query).expect(200)).body.data as { days: Day[] };
      assert.equal(days.length, count);
      assert.deepEqual(
        days.map(({ date }) => date),
        days.map(({ date }) => date).toSorted((a, b) => (a < b ? -1 : 1)),
      );
    }
    for (const days of ["0", "91", "-1", "1.5", "x", "", "1&days=2"]) {
      const { body } = await getUsage(`?days=${days}`).expect(400);
      assert.deepEqual([body.error.code, body.error.details[0].path], ["validation_failed", "/days"]);
    }
  });

  it("is shown to the account only", async () => {
    await post(card("Private")).expect(200);
    await waitForUsage(1, 0);
    const bob = await placard.createAccount();
    const { days } = (await getUsage("?days=1", bob)).body.data as { days: [Day] };
    assert.deepEqual([days[0].renders, days[0].keys], [0, []]);
    await request(placard.url).get("/api/v1/account/usage").expect(401);
  });
});
