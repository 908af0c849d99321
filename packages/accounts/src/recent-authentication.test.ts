import assert from "node:assert/strict";
import { checkRecentAuthentication } from "./recent-authentication.ts";
import type { Session } from "./session-store.ts";

const time = Date.UTC(2027, 0, 1, 12);
const session: Session = {
  id: "a session",
  user: { id: "adas-user-id", email: "ada@example.com", name: "Ada Lovelace" },
  passkeyId: "a passkey",
  createdAt: time - 3_600_000,
  authenticatedAt: time,
  expiresAt: time + 3_600_000,
  lastSeenAt: time,
  userAgent: undefined,
  address: undefined,
};

describe("sensitive actions", () => {
  it("are permitted for 5 minutes after the user was authenticated, and not for 1 ms longer", () => {
    for (const age of [0, 1, 299_999, 300_000]) checkRecentAuthentication(session, time + age);
    for (const age of [300_001, 3_600_000])
      assert.throws(() => checkRecentAuthentication(session, time + age), {
        code: "reauthentication_required",
        status: 403,
      });
  });
});
