import { performance } from "node:perf_hooks";
import { createAuthenticator, registerTestClient } from "@placard/testing";

export const fault =
  "500 failed logins with addresses of accounts and 500 with unknown addresses, in random order";
export const guarantee =
  "response times do not tell which address has an account: p > 0.05 in a permutation test of the medians";
export const options = { renderers: 0, env: { RATE_LIMIT_AUTH: "0" } };

const tries = 500;
const permutations = 10_000;
const algorithms = /** @type {const} */ (["EdDSA", "ES256", "RS256"]);

export async function run({ url }) {
  const accounts = [];
  for (let i = 0; i < 20; i++) {
    const authenticator = createAuthenticator({ algorithm: algorithms[i % algorithms.length] });
    accounts.push(await registerTestClient(url, { authenticator }));
  }
  const unknown = accounts.map(({ email }) => ({ email: `unknown-${email}` }));
  const thief = createAuthenticator();
  const send = async (step, body) => {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api/v1/auth/login/${step}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const { data } = await response.json();
    return { ms: performance.now() - startedAt, status: response.status, data };
  };
  /** Starts a login, and finishes it with an offered credential and a wrong signature. */
  const fail = async ({ email }) => {
    const started = await send("start", { email });
    const { allowCredentials, ...request } = started.data.options;
    const credentialId = Buffer.from(allowCredentials[0].id, "base64url");
    const credential = thief.login(request, { credentialId });
    const finished = await send("finish", { email, credential });
    if (finished.status !== 401) throw new Error(`a login with a wrong signature got ${finished.status}`);
    return started.ms + finished.ms;
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
  const [known, other] = [median(times.accounts), median(times.unknown)];
  return {
    held: p > 0.05,
    observed: `medians ${known.toFixed(2)} ms for accounts, ${other.toFixed(2)} ms for unknown addresses; p = ${p.toFixed(2)}`,
  };
}

/** How often random groups of all values have medians at least as far apart as the two lists. */
function testPermutations(first, second) {
  const distance = Math.abs(median(first) - median(second));
  const values = [...first, ...second];
  let count = 0;
  for (let round = 0; round < permutations; round++) {
    for (let i = values.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [values[i], values[j]] = [values[j], values[i]];
    }
    const groups = [values.slice(0, first.length), values.slice(first.length)];
    if (Math.abs(median(groups[0]) - median(groups[1])) >= distance) count++;
  }
  return count / permutations;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}
