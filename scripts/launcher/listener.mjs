import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchError } from "./launch-error.mjs";
import { whyNotListen } from "./ports.mjs";

/** @typedef {import("./settings.mjs").Settings} Settings */

const readyWithinMs = 60_000;

/**
 * The admin ports of the renderers: those that follow the gateway's, less the public one. Throws LaunchError where there
 * are not enough.
 * @param {Settings} settings
 */
export function rendererPorts({ PORT, ADMIN_PORT, RENDERERS }) {
  const ports = Array.from({ length: RENDERERS + 1 }, (_, i) => ADMIN_PORT + 1 + i)
    .filter((port) => port !== PORT)
    .slice(0, RENDERERS);
  if (ports.some((port) => port > 65_535))
    throw new LaunchError(`ADMIN_PORT must leave ${RENDERERS} ports above it for the renderers.`);
  return ports;
}

/**
 * Makes sure that all ports can be had. Throws LaunchError where one can't.
 * @param {Settings} settings
 * @param {number} patienceMs for processes that are still about to stop
 * @param {AbortSignal} signal ends the waiting
 */
export async function checkListeners(settings, patienceMs, signal) {
  const { HOST, PORT, ADMIN_HOST, ADMIN_PORT } = settings;
  const deadline = performance.now() + patienceMs;
  await checkListener(HOST, PORT, "PORT", deadline, signal);
  for (const port of [ADMIN_PORT, ...rendererPorts(settings)])
    await checkListener(ADMIN_HOST, port, "ADMIN_PORT", deadline, signal);
}

/**
 * @param {string} host
 * @param {number} port
 * @param {"PORT" | "ADMIN_PORT"} setting where the port comes from
 * @param {number} deadline by the clock of `performance`
 * @param {AbortSignal} signal
 */
async function checkListener(host, port, setting, deadline, signal) {
  for (;;) {
    const code = await whyNotListen(host, port);
    if (code === undefined) return;
    if (performance.now() >= deadline)
      throw new LaunchError(
        code === "EADDRINUSE"
          ? `Port ${port} on ${host} is in use. Stop what listens there, or choose another ${setting}.`
          : `Placard can't listen on port ${port} of ${host} (${code}). Choose another ${setting} or ${setting.replace("PORT", "HOST")}.`,
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
  Queues    http://${hostInUrl(settings.ADMIN_HOST)}:${settings.ADMIN_PORT}/queues

Draw an image:

  curl -s ${addressOf(settings)}/api/v1/og/generate ${headers.map((header) => `-H '${header}'`).join(" ")} -d '${request}'

Ctrl-C stops it.
`;
}

/** The gateway as this machine reaches it: PUBLIC_URL may be a proxy's that isn't there.
 * @param {Settings} settings
 */
function addressOf({ HOST, PORT }) {
  return `http://${hostInUrl(HOST)}:${PORT}`;
}

/** @param {string} listens the address that something listens on */
function hostInUrl(listens) {
  const host = listens === "0.0.0.0" ? "127.0.0.1" : listens === "::" ? "::1" : listens;
  return host.includes(":") ? `[${host}]` : host;
}
