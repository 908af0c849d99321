import type { LoginCredential, PlacardClient } from "@placard/client";
import { getPasskey } from "../passkeys/credentials.ts";

/** A challenge is valid for 65 s, but the browser keeps its list of passkeys open indefinitely. */
const renewEveryMs = 50_000;
/** Pause after a failed prompt, so that an authenticator without a prompt does not loop. */
const restartDelayMs = 1_000;

/** A passkey that the user picked, and its relying party. */
export interface PickedPasskey {
  credential: LoginCredential;
  relyingPartyId: string | undefined;
}

export type Autofill = ReturnType<typeof createAutofill>;

/**
 * Offers passkeys in the autofill suggestions (conditional mediation in Web Authentication) until the user
 * picks one.
 * @param onPicked called once
 */
export function createAutofill(client: PlacardClient, onPicked: (passkey: PickedPasskey) => void) {
  let current: AbortController | undefined;

  function stop() {
    current?.abort();
    current = undefined;
  }

  async function offer(signal: AbortSignal, delayMs: number) {
    await untilAborted(AbortSignal.any([signal, AbortSignal.timeout(delayMs)]));
    const isAvailable = await PublicKeyCredential.isConditionalMediationAvailable?.();
    while (isAvailable && !signal.aborted) {
      await untilVisible(signal); // a hidden page requests no challenges
      const passkey = await offerOnce(client, signal);
      if (passkey && !signal.aborted) {
        stop();
        onPicked(passkey);
      }
    }
  }

  /** Does nothing in browsers without conditional mediation. */
  function start(delayMs = 0) {
    stop();
    current = new AbortController();
    void offer(current.signal, delayMs);
  }

  return {
    start,
    stop,
    /**
     * Runs an action that may show a passkey prompt. Autofill is stopped first, because browsers allow only
     * one prompt at a time. It starts again if the action fails.
     */
    async pauseFor(action: () => Promise<void>) {
      stop();
      try {
        await action();
      } catch (error) {
        start(restartDelayMs);
        throw error;
      }
    },
  };
}

/** @returns undefined if no passkey was picked before the challenge expired */
async function offerOnce(client: PlacardClient, signal: AbortSignal): Promise<PickedPasskey | undefined> {
  const prompt = AbortSignal.any([signal, AbortSignal.timeout(renewEveryMs)]);
  try {
    const { data } = await client.startLogin({}, { signal });
    const credential = await getPasskey(data.options, { mediation: "conditional", signal: prompt });
    return { credential, relyingPartyId: data.options.rpId };
  } catch {
    // The user did not ask for autofill, so its errors are not shown. The next attempt waits for the usual
    // renewal.
    await untilAborted(prompt);
    return undefined;
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

async function untilAborted(signal: AbortSignal) {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
