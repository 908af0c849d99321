import assert from "node:assert/strict";
import { createAuthenticator, getSharedPlacard, registerTestClient } from "@placard/testing";
import type { SharedPlacard, TestClient } from "@placard/testing";

/** The paths of lists, and the member of the response that has the list. */
const lists = {
  "/auth/sessions": "sessions",
  "/auth/passkeys": "passkeys",
  "/keys": "keys",
  "/signing-keys": "signingKeys",
  "/account/events": "events",
} as const;

describe("the lists of an account", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  before(async () => {
    placard = await getSharedPlacard();
    ada = await registerTestClient(placard.url);
    for (let i = 0; i < 4; i++) {
      await ada.callWithToken("POST", "/keys", { name: `key ${i}` });
      await ada.callWithToken("POST", "/signing-keys", { name: `signing key ${i}` });
      await ada.register({ token: ada.token(), authenticator: createAuthenticator() });
      await ada.login();
    }
  });

  /** Reads one page: its ids, and the cursor of the next one. */
  async function readPage(path: keyof typeof lists, query: Record<string, string> = {}) {
    const { status, body } = await ada.callWithToken(
      "GET",
      `${path}?${new URLSearchParams(query).toString()}`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    const items: { id: string }[] = body.data[lists[path]];
    return { ids: items.map(({ id }) => id), nextCursor: body.data.nextCursor as string | null };
  }

  for (const path of Object.keys(lists) as (keyof typeof lists)[]) {
    it(`can be read in pages: ${path}`, async () => {
      const complete = await readPage(path);
      assert.ok(complete.ids.length >= 4, `${complete.ids.length} items`);
      assert.equal(complete.nextCursor, null);
      const pages: string[][] = [];
      let cursor: string | null = null;
      do {
        const page = await readPage(path, { limit: "2", ...(cursor !== null && { cursor }) });
        pages.push(page.ids);
        cursor = page.nextCursor;
      } while (cursor !== null);
      assert.deepEqual(pages.flat(), complete.ids);
      assert.ok(pages.slice(0, -1).every((page) => page.length === 2));
    });

    it(`respond 400 to an invalid limit or cursor: ${path}`, async () => {
      const { status, body } = await ada.callWithToken("GET", `${path}?limit=0&cursor=x`);
      assert.deepEqual([status, body.error.code], [400, "validation_failed"]);
      const paths = body.error.details.map((detail: { path: string }) => detail.path);
      assert.deepEqual(paths, ["/limit", "/cursor"]);
    });
  }

  it("respond 400 to an unknown query parameter, with the one that was probably meant", async () => {
    const { status, body } = await ada.callWithToken("GET", "/keys?limits=2&url=x");
    assert.deepEqual([status, body.error.code], [400, "validation_failed"]);
    const message = "is not a known field. Did you mean `limit`?";
    assert.deepEqual(body.error.details[0], { path: "/limits", message });
  });

  it("continue where a page ended, although its last item has been deleted", async () => {
    const { ids } = await readPage("/keys");
    const first = await readPage("/keys", { limit: "2" });
    for (const id of first.ids) await ada.callWithToken("DELETE", `/keys/${id}`);
    const rest = await readPage("/keys", { limit: "100", cursor: first.nextCursor ?? "" });
    assert.deepEqual(rest, { ids: ids.slice(2), nextCursor: null });
  });
});
