import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hostInUrl, listen, StartError } from "../../packages/runtime/dist/index.js";

const readyTimeoutMs = 60_000;

/**
 * The admin ports of the renderers: the ports after the gateway's, except the public one. Throws StartError
 * if there are not enough.
 */
export function rendererPorts({ PORT, ADMIN_PORT, RENDERERS }) {
  const ports = Array.from({ length: RENDERERS + 1 }, (_, i) => ADMIN_PORT + 1 + i)
    .filter((port) => port !== PORT)
    .slice(0, RENDERERS);
  if (ports.some((port) => port > 65_535))
    throw new StartError(
      `ADMIN_PORT is too high: the ${RENDERERS} renderers use the ports after it. Set a lower one.`,
    );
  return ports;
}

/** Checks that all ports are available. Throws StartError if one is not. */
export async function checkListeners(settings) {
  const { HOST, PORT, ADMIN_HOST, ADMIN_PORT } = settings;
  const admin = { host: ADMIN_HOST, portSetting: "ADMIN_PORT", hostSetting: "ADMIN_HOST" };
  await checkListener({ host: HOST, port: PORT, portSetting: "PORT", hostSetting: "HOST" });
  for (const port of [ADMIN_PORT, ...rendererPorts(settings)]) await checkListener({ ...admin, port });
}

async function checkListener(address) {
  const server = createServer();
  await listen(server, address);
  await once(server.close(), "close");
}

/**
 * Waits until the renderers and the gateway are ready. Throws StartError with its last readiness response if
 * one of them is not ready after 60 s.
 * @param signal cancels the wait
 */
export async function awaitReady(settings, signal) {
  const deadline = performance.now() + readyTimeoutMs;
  const adminUrl = `http://${hostInUrl(settings.ADMIN_HOST)}`;
  // The gateway needs a renderer, and logs failed probes: it is the last one.
  for (const url of [...rendererPorts(settings).map((port) => `${adminUrl}:${port}`), localUrl(settings)]) {
    let response;
    while ((response = await findUnreadyResponse(url)) !== undefined) {
      if (performance.now() > deadline)
        throw new StartError(`Placard is not ready after ${readyTimeoutMs / 1_000} seconds: ${response}`);
      await sleep(200, undefined, { signal });
    }
  }
}

/** The readiness response of a service that is not ready. */
async function findUnreadyResponse(url) {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    return response.ok ? undefined : await response.text();
  } catch {
    return "no response"; // it is not listening yet
  }
}

/** The message for the terminal once Placard is ready. */
export function greeting(settings, key) {
  const request = JSON.stringify({ template: "blog", data: { title: "Hello from Placard" } });
  const headers = [`Authorization: Bearer ${key}`, "Content-Type: application/json"];
  return `
Placard is ready.

  Base URL  ${settings.PUBLIC_URL}
  Console   ${settings.PUBLIC_URL}/
  Docs      ${settings.PUBLIC_URL}/docs
  Queues    http://${hostForPeople(settings.ADMIN_HOST)}:${settings.ADMIN_PORT}/queues (dashboard of the render queue)
  API key   ${key}
            (stored in ${join(settings.DATA_DIR, "dev-api-key")}; for trying out: it belongs to the operator account,
            whose images, templates and brands are not in the console. Create keys for your site in the console.)

Generate an image:

  curl -s http://${hostForPeople(settings.HOST)}:${settings.PORT}/api/v1/og/generate ${headers.map((header) => `-H '${header}'`).join(" ")} -d '${request}'

Press Ctrl-C to stop.
`;
}

/** The gateway's address on this machine. PUBLIC_URL may name a proxy that is not running. */
function localUrl({ HOST, PORT }) {
  return `http://${hostInUrl(HOST)}:${PORT}`;
}

/**
 * The host for URLs that people open: passkeys and PUBLIC_URL work with `localhost`, not with 127.0.0.1.
 * @param listenHost the address that a server listens on
 */
function hostForPeople(listenHost) {
  const host = hostInUrl(listenHost);
  return host === "127.0.0.1" || host === "[::1]" ? "localhost" : host;
}
