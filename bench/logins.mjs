// Logins per second of one gateway (start and finish, ES256), relative to verifyAuthenticationResponse in a
// loop.
import { createAuthenticator, startPlacard } from "@placard/testing";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { connectClient } from "./keep-alive-client.mjs";
import { medians, report } from "./report.mjs";

const rounds = 5;
const ms = 4_000;
const clients = 16;
const origin = "http://localhost:3000";

const placard = await startPlacard({
  renderers: 0,
  env: { RATE_LIMIT_AUTH: "0", PUBLIC_URL: origin },
  keepLogs: false,
});
const users = await Promise.all(
  Array.from({ length: clients }, async (_, i) => {
    const authenticator = createAuthenticator({ algorithm: "ES256" });
    const email = `user-${i}@example.org`;
    const { post } = await connectClient(placard.url);
    const { options } = await post("/api/v1/auth/register/start", { email, name: "A user" });
    await post("/api/v1/auth/register/finish", { email, credential: authenticator.register(options) });
    return { email, authenticator, post };
  }),
);

/** Logins per second, each with start and finish. */
async function throughGateway() {
  const startedAt = performance.now();
  let done = 0;
  const client = async ({ email, authenticator, post }) => {
    while (performance.now() - startedAt < ms) {
      const { options } = await post("/api/v1/auth/login/start", { email });
      await post("/api/v1/auth/login/finish", { email, credential: authenticator.login(options) });
      done++;
    }
  };
  await Promise.all(users.map(client));
  return done / ((performance.now() - startedAt) / 1000);
}

const bareVerification = await prepareBareVerification();

/** Creates the input for repeated verification, without a gateway. */
async function prepareBareVerification() {
  const authenticator = createAuthenticator({ algorithm: "ES256" });
  const challenge = Buffer.alloc(32, 7).toString("base64url");
  const rp = { id: "localhost", name: "Placard" };
  const user = { id: Buffer.alloc(16, 1).toString("base64url"), name: "a@example.org", displayName: "A" };
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: "localhost" };
  const response = authenticator.register({
    challenge,
    rp,
    user,
    pubKeyCredParams: [{ alg: -7, type: "public-key" }],
  });
  const { registrationInfo } = await verifyRegistrationResponse({ ...expected, response });
  const login = authenticator.login({ challenge, rpId: "localhost", allowCredentials: [] });
  return { ...expected, response: login, credential: { ...registrationInfo.credential, counter: 0 } };
}

/** Sequential verifications per second. */
async function inLoop() {
  const startedAt = performance.now();
  let done = 0;
  while (performance.now() - startedAt < ms) {
    const { verified } = await verifyAuthenticationResponse(bareVerification);
    if (!verified) throw new Error("not verified");
    done++;
  }
  return done / ((performance.now() - startedAt) / 1000);
}

const rows = [];
for (let round = -1; round < rounds; round++) {
  const [loop, gateway] = [await inLoop(), await throughGateway()];
  // The first round is a warm-up.
  if (round >= 0) rows.push({ "bare verifications/s": loop, "logins/s": gateway, ratio: gateway / loop });
}
const row = medians(rows);
console.table([row]);
report({
  name: "logins relative to bare verifications",
  value: row.ratio,
  goal: { atLeast: 0.5 },
});
await placard.stop();
process.exit(0);
