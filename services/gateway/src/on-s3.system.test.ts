import assert from "node:assert/strict";
import { openImageStore, type ImageStore } from "@placard/storage";
import { poll, prepareBucket, startPlacard, type Placard } from "@placard/testing";
import request from "supertest";
import { describeImageLinks, renderCard, type ImageService } from "./images/image-links.contract.ts";

describe("two gateways and two renderers on one Redis and one bucket", () => {
  let placard: Placard;
  let store: ImageStore;
  let service: ImageService;
  before(async () => {
    const { env, s3 } = await prepareBucket();
    const settings = { RATE_LIMIT_API: "0", ...env };
    placard = await startPlacard({ gateways: 2, renderers: 2, appendOnly: true, env: settings });
    store = openImageStore({ s3, directory: placard.directory });
    const logs: ImageService["logs"] = async (values) =>
      placard.logs().filter((line) => Object.entries(values).every(([name, value]) => line[name] === value));
    service = { ...placard, store, logs };
  });
  after(async () => {
    store?.close();
    await placard?.stop();
  });

  describeImageLinks("S3", () => service);

  it("serve each other's images, and share the work between both renderers", async () => {
    const { key } = placard;
    const render = (title: string, gateway: number) =>
      renderCard({ url: placard.gateways[gateway]!.url, key }, title);
    const paths = await Promise.all(Array.from({ length: 12 }, (_, i) => render(`Shared ${i}`, i % 2)));
    for (const [i, path] of paths.entries()) {
      const image = await request(placard.gateways[(i + 1) % 2]!.url)
        .get(path)
        .expect(200);
      assert.equal(image.headers["content-type"], "image/jpeg");
    }
    const busyRenderers = () =>
      new Set(placard.logs().flatMap(({ msg, pid }) => (msg === "image rendered" ? [pid] : [])));
    await poll("both renderers to have rendered an image", async () => {
      if (busyRenderers().size < 2)
        await Promise.all([0, 1, 2, 3].map((i) => render(`More ${Math.random()}`, i % 2)));
      return busyRenderers().size === 2;
    });
  });

  it("export and delete the images of an account, and those of no other", async () => {
    const [ada, eve] = [await placard.createAccount(), await placard.createAccount()];
    const paths = await Promise.all(
      [ada, eve].map(({ key }) => renderCard({ url: placard.url, key }, "Exported")),
    );
    const send = (method: "get" | "delete", path: string) =>
      request(placard.url)[method](`/api/v1${path}`).set("Authorization", `Bearer ${ada.token}`).expect(200);
    assert.equal((await send("get", "/account")).body.data.summary.images, 1);
    const { images } = (await send("get", "/account/export")).body.data;
    assert.deepEqual(
      images.map(({ url }: { url: string }) => new URL(url).pathname),
      [paths[0]],
    );
    await send("delete", "/account");
    await poll("the image to be deleted", async () => (await fetch(placard.url + paths[0])).status === 404);
    await request(placard.url).get(paths[1]!).expect(200);
  });

  it("serve stored images while Redis is unavailable", async () => {
    const path = await renderCard(service, "Stored before the outage");
    await placard.redis.kill();
    for (const { url } of placard.gateways) await request(url).get(path).expect(200);
    await placard.redis.restart();
    await poll("readiness again", async () => (await fetch(`${placard.url}/health/ready`)).ok);
  });
});
