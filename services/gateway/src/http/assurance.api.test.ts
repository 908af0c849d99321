import assert from "node:assert/strict";
import {
  expireAuthentication,
  getSharedPlacard,
  listChanges,
  registerTestClient,
  type SharedPlacard,
} from "@placard/testing";

/** The changes that a session may make at any time. */
const permittedChanges = [
  "DELETE /auth/sessions",
  "DELETE /auth/sessions/{id}",
  "DELETE /og/reviews/{id}",
  "DELETE /og/templates/{id}/draft",
  "PATCH /account",
  "PATCH /auth/passkeys/{id}",
  "POST /account/images/{id}/render",
  "POST /account/verification",
  "POST /account/verify-email",
  "POST /assets",
  "POST /auth/reauthenticate/finish",
  "POST /auth/reauthenticate/start",
  "POST /og/generate",
  "POST /og/reviews",
  "POST /og/templates/lint",
  "POST /og/templates/preview",
  "POST /og/templates/{id}/draft/review",
  "POST /og/templates/{id}/proof",
  "POST /sites/{id}/purge",
  "POST /sites/{id}/verify",
  "POST /webhooks/{id}/deliveries/{deliveryId}/redeliver",
  "POST /webhooks/{id}/test",
  "PUT /og/templates/{id}/draft",
];

describe("a session without a recent authentication", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  it("can neither publish, replace nor delete anything, nor change credentials or webhooks", async () => {
    const ada = await registerTestClient(placard.url);
    await expireAuthentication(placard.redis.url, ada.token());
    const permitted: string[] = [];
    for (const { method, path, name } of await listChanges(placard.url)) {
      const { body } = await ada.callWithToken(method, path);
      if (body.error?.code !== "reauthentication_required") permitted.push(name);
      else assert.match(body.error.message, /`POST \/api\/v1\/auth\/reauthenticate\/start`/);
    }
    assert.deepEqual(permitted.toSorted(), permittedChanges);
  });

  it("can publish, replace and delete after a re-authentication; programs with the scope can", async () => {
    const ada = await registerTestClient(placard.url);
    const key = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data.key as string;
    const document = {
      template: { id: "notes", name: "Notes", description: "Notes", fields: { title: { type: "string" } } },
      html: "<main><h1>{{title}}</h1></main>",
    };
    const publish = (token: string) => ada.call("POST", "/og/templates", { token, body: document });
    const remove = (token: string) => ada.call("DELETE", "/og/templates/notes", { token });
    await expireAuthentication(placard.redis.url, ada.token());
    assert.equal((await publish(ada.token())).body.error.code, "reauthentication_required");
    assert.equal((await publish(key)).status, 201);
    assert.equal((await remove(ada.token())).body.error.code, "reauthentication_required");
    await ada.reauthenticate();
    assert.equal((await remove(ada.token())).status, 200);
  });
});
