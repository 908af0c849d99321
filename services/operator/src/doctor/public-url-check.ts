import { parseJson } from "@placard/contracts";
import { isThisMachine } from "@placard/runtime";
import { describeError } from "../format.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";

const timeoutMs = 5_000;

/**
 * Whether PUBLIC_URL leads to a gateway of this installation. A login is started there: its challenge must be
 * in the Redis that `hasChallenge` reads.
 */
export async function checkPublicUrl(
  publicUrl: string,
  hasChallenge: (challenge: string) => Promise<boolean>,
): Promise<Finding> {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "http:" && !isThisMachine(hostname))
    return failed(
      `PUBLIC_URL ${publicUrl} is not https: browsers refuse passkeys. Put a proxy with TLS in front, and set PUBLIC_URL to its https address.`,
    );
  try {
    const live = await request(`${publicUrl}/health/live`, {});
    if (live.status >= 300 && live.status < 400)
      return failed(`${publicUrl} redirects to ${live.location}. Set PUBLIC_URL to the final address.`);
    if (member(live.body, "data", "status") !== "live")
      return failed(
        `Another service than Placard responds at ${publicUrl} (status ${live.status}). Check PUBLIC_URL and the routes of the proxy.`,
      );
    return await verifyInstallation(publicUrl, hasChallenge);
  } catch (error) {
    return failed(
      `${publicUrl} cannot be reached from here: ${describeError(error)}. Check DNS, the certificate and the proxy.`,
    );
  }
}

async function verifyInstallation(
  publicUrl: string,
  hasChallenge: (challenge: string) => Promise<boolean>,
): Promise<Finding> {
  const start = await request(`${publicUrl}/api/v1/auth/login/start`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  const challenge = member(start.body, "data", "options", "challenge");
  if (typeof challenge !== "string")
    return warning(
      `Placard responds at ${publicUrl}, but no login could be started (status ${start.status}), so that it may be another installation. Run doctor again in a minute.`,
    );
  return (await hasChallenge(challenge))
    ? ok(`${publicUrl} leads to a gateway of this installation.`)
    : failed(
        `The gateway at ${publicUrl} uses another Redis. Check PUBLIC_URL, and REDIS_URL of all gateways.`,
      );
}

async function request(url: string, init: RequestInit) {
  const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  const { status, headers } = response;
  return { status, location: headers.get("location"), body: parseJson(await response.text()) };
}

function member(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) found = (found as Record<string, unknown> | null | undefined)?.[name];
  return found;
}
