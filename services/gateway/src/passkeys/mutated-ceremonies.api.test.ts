import assert from "node:assert/strict";
import {
  createRandom,
  createTestClient,
  getSharedPlacard,
  mutateMember,
  registerTestClient,
  type LoginJSON,
  type RegistrationJSON,
  type SharedPlacard,
} from "@placard/testing";

// A few of each kind: packages/accounts verifies thousands.
describe("mutated credentials", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  it("get the same 401 at login/finish", async () => {
    const ada = await registerTestClient(placard.url);
    const random = createRandom(3);
    for (let count = 0; count < 40; count++) {
      const edit = (credential: LoginJSON) => {
        const names = ["clientDataJSON", "authenticatorData", "signature", "userHandle"] as const;
        const response = mutateMember(credential.response, names, random);
        if (response) credential.response = response;
        else credential.id = "";
      };
      const { status, body } = await ada.login({ changes: { edit } });
      assert.equal(`${status} ${body.error?.code}`, "401 authentication_failed", String(count));
    }
    assert.equal((await ada.login()).status, 200);
  });

  it("register an account or get the same 401 at register/finish, and cause no other response", async () => {
    const random = createRandom(4);
    for (let count = 0; count < 20; count++) {
      const edit = (credential: RegistrationJSON) => {
        const names = ["clientDataJSON", "attestationObject"] as const;
        credential.response = mutateMember(credential.response, names, random) ?? credential.response;
      };
      const { status, body } = await createTestClient(placard.url).register({ changes: { edit } });
      const outcome = `${status} ${body.error?.code ?? ""}`;
      assert.ok(["200 ", "401 authentication_failed"].includes(outcome), `${count}: ${outcome}`);
    }
  });
});
