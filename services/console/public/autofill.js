import { usePasskey } from "./credentials.js";
import { account } from "./session.js";

/** A challenge serves for 65 s, and the browser's list of passkeys stays open for as long as the page. */
const renewEveryMs = 50_000;

/** @typedef {import("./client/index.js").LoginCredential} LoginCredential */

/** @type {AbortController | undefined} */
let offer;

/**
 * Offers passkeys among what the browser fills into the e-mail's field (Web Authentication's conditional mediation),
 * until one is picked or the offer is withdrawn. Browsers without it show nothing.
 * @param {(credential: LoginCredential) => void} picked
 * @param {number} afterMs when to begin
 */
export async function offerPasskeys(picked, afterMs) {
  withdrawPasskeys();
  const own = new AbortController();
  offer = own;
  await pause(afterMs, own.signal);
  const can = await PublicKeyCredential.isConditionalMediationAvailable?.();
  // Whoever does not look at the page costs the server no challenges.
  while (can && !own.signal.aborted) {
    await untilVisible(own.signal);
    const credential = await offerOnce(own.signal);
    if (credential && !own.signal.aborted) {
      withdrawPasskeys();
      picked(credential);
    }
  }
}

/** Takes the offer back: a browser shows one prompt at a time, so that a button's must come first. */
export function withdrawPasskeys() {
  offer?.abort();
  offer = undefined;
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<LoginCredential | undefined>} undefined where none was picked in the challenge's time
 */
async function offerOnce(signal) {
  const renewal = new AbortController();
  const stop = () => renewal.abort();
  signal.addEventListener("abort", stop, { once: true });
  const renewed = pause(renewEveryMs, signal);
  try {
    const { data } = await account.startLogin({}, { signal });
    const timer = setTimeout(stop, renewEveryMs);
    try {
      return await usePasskey(data.options, { mediation: "conditional", signal: renewal.signal });
    } finally {
      clearTimeout(timer);
    }
  } catch {
    // Nobody asked for this, so nobody is told that it failed. It is tried again no sooner than it would be renewed.
    await renewed;
    return undefined;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** @param {AbortSignal} signal */
async function untilVisible(signal) {
  while (document.hidden && !signal.aborted) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true, signal });
      signal.addEventListener("abort", resolve, { once: true });
    });
  }
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal ends it at once
 */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve(undefined)), { once: true });
  });
}
