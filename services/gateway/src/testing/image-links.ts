import assert from "node:assert/strict";
import { imageKey, recipeKey } from "@placard/contracts";
import type { ImageStore } from "@placard/storage";
import { poll, type LogLine } from "@placard/testing";
import request from "supertest";

/** A running Placard with two gateways, and its image store. */
export interface ImageService {
  /** `http://127.0.0.1:port` of the first gateway. */
  url: string;
  gateways: readonly { url: string }[];
  /** An API key. */
  key: string;
  store: ImageStore;
  /** The log lines of all processes so far that have all of these values. */
  logs: (values: Readonly<Record<string, string>>) => Promise<LogLine[]>;
}

/** Generates a JPEG at the first gateway and returns its path. */
export async function renderCard(
  { url, key }: Pick<ImageService, "url" | "key">,
  title: string,
): Promise<string> {
  const { body } = await request(url)
    .post("/api/v1/og/generate")
    .set("Authorization", `Bearer ${key}`)
    .send({ template: "blog", data: { title }, options: { format: "jpeg" } })
    .expect(200);
  return new URL(body.data.url).pathname;
}

export function idOf(path: string): string {
  return /og\/(.+)\./.exec(path)?.[1] ?? "";
}

/** What image links guarantee on every kind of storage. IMAGE_TTL is the default. */
export function describeImageLinks(storage: string, getService: () => ImageService): void {
  describe(`GET /og/<image_id>.<format>, on ${storage}`, () => {
    let service: ImageService;
    let path: string;
    before(async () => {
      service = getService();
      path = await render("Served");
    });
    const render = (title: string) => renderCard(service, title);

    it("serves an image without credentials, with headers for crawlers and caches", async () => {
      const { headers, body } = await request(service.url).get(path).expect(200);
      assert.equal(headers["content-type"], "image/jpeg");
      assert.equal(Number(headers["content-length"]), body.length);
      assert.match(headers["etag"] ?? "", /^"[\w-]+"$/);
      const age = /^public, max-age=(\d+), immutable$/.exec(headers["cache-control"] ?? "")?.[1];
      assert.ok(Number(age) > 604_700 && Number(age) <= 604_800, headers["cache-control"]);
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
      assert.equal(headers["x-content-type-options"], "nosniff");
    });

    it("responds to HEAD with the same headers and no body", async () => {
      const [get, head] = [
        await request(service.url).get(path),
        await request(service.url).head(path).expect(200),
      ];
      for (const name of ["content-type", "content-length", "etag", "access-control-allow-origin"]) {
        assert.equal(head.headers[name], get.headers[name], name);
      }
      assert.equal(head.text, undefined);
    });

    it("responds 304 if If-None-Match lists the image", async () => {
      const { headers } = await request(service.url).get(path);
      const etag = headers["etag"]!;
      for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const response = await request(service.url)
          .get(path)
          .set("If-None-Match", ifNoneMatch)
          .set("Cache-Control", "no-cache");
        assert.equal(response.status, 304, ifNoneMatch);
        assert.equal(response.headers["etag"], etag);
        assert.ok(response.headers["cache-control"]);
      }
      await request(service.url).get(path).set("If-None-Match", '"other"').expect(200);
    });

    it("responds 404 to unknown ids, other extensions and malformed paths", async () => {
      const links = [
        "/og/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png",
        path.replace(".jpeg", ".png"),
        path.replace(".jpeg", ".jpg"),
        "/og/x.png",
      ];
      links.push(
        "/og/..%2f..%2fetc%2fpasswd.png",
        "/og/%00.png",
        `${path}/`,
        path.toUpperCase(),
        "/og/",
        "/og/.png",
      );
      for (const link of links) {
        const { status, body } = await request(service.url).get(link);
        assert.deepEqual([status, body.error?.code], [404, "not_found"], link);
      }
    });

    it("renders an image again if its bytes no longer exist, once for all gateways", async () => {
      const lost = await render("Lost bytes");
      const before = await request(service.url).get(lost);
      await service.store.delete(imageKey(idOf(lost), "jpeg"));
      const urls = service.gateways.map(({ url }) => url);
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, i) => request(urls[i % 2]!).get(lost)),
      );
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
      for (const { body } of responses) assert.ok(before.body.equals(body));
      const renders = () => service.logs({ msg: "image rendered", imageId: idOf(lost) });
      await poll("the renderer's second log line", async () => (await renders()).length > 1);
      assert.equal((await renders()).length, 2);
    });

    it("renders images again after storage has lost bytes and recipes: no link is dead", async () => {
      const lost = await render("Lost bytes and recipe");
      for (const key of [imageKey(idOf(lost), "jpeg"), recipeKey(idOf(lost))])
        await service.store.delete(key);
      await request(service.url).get(lost).expect(404);
      assert.equal(await render("Lost bytes and recipe"), lost);
      await request(service.url).get(lost).expect(200);
    });
  });
}
