import { callGateway, createAuthenticator, registerTestClient } from "@placard/testing";
import { quantile } from "./load.mjs";

const tries = 500;
const permutations = 10_000;
const algorithms = /** @type {const} */ (["EdDSA", "ES256", "RS256"]);

export const enumeration = {
  fault: "500 failed logins with addresses of accounts and 500 with unknown addresses, in random order",
  guarantee:
    "response times do not tell which address has an account: p > 0.05 in a permutation test of the medians",
  options: { renderers: 0, env: { RATE_LIMIT_AUTH: "0" } },
  async run({ url }) {
    const accounts = [];
    for (let i = 0; i < 20; i++) {
      const authenticator = createAuthenticator({ algorithm: algorithms[i % algorithms.length] });
      accounts.push(await registerTestClient(url, { authenticator }));
    }
    const unknown = accounts.map(({ email }) => ({ email: `unknown-${email}` }));
    const thief = createAuthenticator();
    /** Starts a login, and finishes it with an offered credential and a wrong signature. Returns the time. */
    const fail = async ({ email }) => {
      let ms = 0;
      const send = async (step, body) => {
        const startedAt = performance.now();
        const response = await callGateway(`${url}/api/v1/auth/login/${step}`, "POST", { body });
        ms += performance.now() - startedAt;
        return response;
      };
      const { allowCredentials, ...request } = (await send("start", { email })).body.data.options;
      const credentialId = Buffer.from(allowCredentials[0].id, "base64url");
      const { status } = await send("finish", { email, credential: thief.login(request, { credentialId }) });
      if (status !== 401) throw new Error(`a login with a wrong signature got ${status}`);
      return ms;
    };

    for (let i = 0; i < 200; i++) await fail((i % 2 === 0 ? accounts : unknown)[i % 20]);
    /** @type {{ accounts: number[]; unknown: number[] }} */
    const times = { accounts: [], unknown: [] };
    for (let i = 0; i < tries; i++) {
      const isAccountFirst = Math.random() < 0.5;
      if (isAccountFirst) times.accounts.push(await fail(accounts[i % 20]));
      times.unknown.push(await fail(unknown[i % 20]));
      if (!isAccountFirst) times.accounts.push(await fail(accounts[i % 20]));
    }
    const p = testPermutations(times.accounts, times.unknown);
    return {
      held: p > 0.05,
      observed: `medians ${quantile(times.accounts, 0.5).toFixed(2)} ms for accounts, ${quantile(times.unknown, 0.5).toFixed(2)} ms for unknown addresses; p = ${p.toFixed(2)}`,
    };
  },
};

/** How often random groups of all values have medians at least as far apart as the two lists. */
function testPermutations(first, second) {
  const distance = Math.abs(quantile(first, 0.5) - quantile(second, 0.5));
  const values = [...first, ...second];
  let count = 0;
  for (let round = 0; round < permutations; round++) {
    for (let i = values.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [values[i], values[j]] = [values[j], values[i]];
    }
    const groups = [values.slice(0, first.length), values.slice(first.length)];
    if (Math.abs(quantile(groups[0], 0.5) - quantile(groups[1], 0.5)) >= distance) count++;
  }
  return count / permutations;
}
