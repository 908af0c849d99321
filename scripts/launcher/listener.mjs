import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchError } from "./launch-error.mjs";
import { whyNotListen } from "./ports.mjs";

/** @typedef {import("./settings.mjs").Settings} Settings */

const readyWithinMs = 60_000;

/**
 * Makes sure that the public listener's port can be had. Throws LaunchError where it can't.
 * @param {Settings} settings
 * @param {number} patienceMs for a gateway that is still about to stop
 * @param {AbortSignal} signal ends the waiting
 */
export async function checkListener({ HOST, PORT }, patienceMs, signal) {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const code = await whyNotListen(HOST, PORT);
    if (code === undefined) return;
    if (performance.now() >= deadline)
      throw new LaunchError(
        code === "EADDRINUSE"
          ? `Port ${PORT} on ${HOST} is in use. Stop what listens there, or choose another PORT.`
          : `Placard can't listen on port ${PORT} of ${HOST} (${code}). Choose another PORT or HOST.`,
      );
    await sleep(100, undefined, { signal });
  }
}

/**
 * Waits until the gateway says that all it needs is there. Throws LaunchError with what is out when that takes too long.
 * @param {Settings} settings
 * @param {AbortSignal} signal
 */
export async function awaitReady(settings, signal) {
  const deadline = performance.now() + readyWithinMs;
  let answer = "no answer";
  while (performance.now() < deadline) {
    try {
      const response = await fetch(`${addressOf(settings)}/health/ready`, {
        signal: AbortSignal.timeout(2_000),
      });
      if (response.ok) return;
      answer = await response.text();
    } catch {
      // It doesn't listen yet.
    }
    await sleep(200, undefined, { signal });
  }
  throw new LaunchError(`Placard isn't ready after ${readyWithinMs / 1_000} seconds: ${answer}`);
}

/**
 * What a person needs to go on from here.
 * @param {Settings} settings
 * @param {string} key
 */
export function greeting(settings, key) {
  const request = JSON.stringify({ template: "blog", data: { title: "Hello from Placard" } });
  const headers = [`Authorization: Bearer ${key}`, "Content-Type: application/json"];
  return `
Placard is ready.

  Base URL  ${settings.PUBLIC_URL}
  API key   ${key}
            (kept in ${join(settings.DATA_DIR, "dev-api-key")})

Draw an image:

  curl -s ${addressOf(settings)}/api/v1/og/generate ${headers.map((header) => `-H '${header}'`).join(" ")} -d '${request}'

Ctrl-C stops it.
`;
}

/** The gateway as this machine reaches it: PUBLIC_URL may be a proxy's that isn't there.
 * @param {Settings} settings
 */
function addressOf({ HOST, PORT }) {
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST === "::" ? "::1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}
