import type { LoginCredential } from "@placard/client";
import { getPasskey } from "./credentials.ts";
import { account } from "./session.ts";

/** A challenge is valid for 65 s, but the browser keeps its list of passkeys open indefinitely. */
const renewEveryMs = 50_000;

let current: AbortController | undefined;

/**
 * Offers passkeys in the autofill suggestions of the email field (conditional mediation in Web Authentication), until
 * the user picks one or `stopAutofill` is called. Does nothing in browsers without conditional mediation.
 */
export async function startAutofill(onPicked: (credential: LoginCredential) => void, delayMs: number) {
  stopAutofill();
  const controller = new AbortController();
  const { signal } = controller;
  current = controller;
  await sleep(delayMs, signal);
  const isAvailable = await PublicKeyCredential.isConditionalMediationAvailable?.();
  while (isAvailable && !signal.aborted) {
    // Requests no challenges while the page is hidden.
    await untilVisible(signal);
    const credential = await offerOnce(signal);
    if (credential && !signal.aborted) {
      stopAutofill();
      onPicked(credential);
    }
  }
}

/** Cancels the offer. Required before any other passkey prompt, because browsers allow only one at a time. */
export function stopAutofill() {
  current?.abort();
  current = undefined;
}

/** @returns undefined if no passkey was picked before the challenge expired */
async function offerOnce(signal: AbortSignal): Promise<LoginCredential | undefined> {
  const prompt = new AbortController();
  const cancel = () => prompt.abort();
  signal.addEventListener("abort", cancel, { once: true });
  const renewal = sleep(renewEveryMs, signal);
  try {
    const { data } = await account.startLogin({}, { signal });
    const timer = setTimeout(cancel, renewEveryMs);
    try {
      return await getPasskey(data.options, { mediation: "conditional", signal: prompt.signal });
    } finally {
      clearTimeout(timer);
    }
  } catch {
    // The user did not ask for autofill, so its errors are not shown. The next attempt waits for the usual renewal.
    await renewal;
    return undefined;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

async function untilVisible(signal: AbortSignal) {
  while (document.hidden && !signal.aborted) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true, signal });
      signal.addEventListener("abort", resolve, { once: true });
    });
  }
}

/** @param signal resolves the promise early */
function sleep(ms: number, signal: AbortSignal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve(undefined)), { once: true });
  });
}
