import assert from "node:assert/strict";
import { isInScope } from "./address-notice.tsx";

describe("passkeys", () => {
  it("work on the host of the relying party and on its subdomains only", () => {
    for (const host of ["localhost", "console.localhost"]) assert.ok(isInScope(host, "localhost"), host);
    for (const host of ["127.0.0.1", "evil-localhost", "localhost.example.com"])
      assert.ok(!isInScope(host, "localhost"), host);
  });
});
