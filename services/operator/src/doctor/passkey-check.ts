import { isIP } from "node:net";
import { failed, ok, warning, type Finding } from "./finding.ts";

interface PasskeySettings {
  PUBLIC_URL: string;
  RP_ID: string;
  ORIGINS: readonly string[];
}

/**
 * Whether browsers accept ceremonies at PUBLIC_URL with RP_ID and ORIGINS. The RP ID must be the origin's
 * domain or a parent of it (WebAuthn level 3, clause 5.1.3). `runningRpId`: what the gateway at PUBLIC_URL
 * uses, if it is known.
 */
export function checkPasskeys(
  { PUBLIC_URL, RP_ID, ORIGINS }: PasskeySettings,
  runningRpId: string | undefined,
): Finding {
  const { origin, hostname } = new URL(PUBLIC_URL);
  if (isIP(RP_ID) !== 0 || RP_ID.startsWith("["))
    return failed("RP_ID is an IP address, which browsers refuse. Use a host name in PUBLIC_URL.");
  if (runningRpId !== undefined && runningRpId !== RP_ID)
    return failed(
      `RP_ID is ${RP_ID} here, but ${runningRpId} at the gateway of PUBLIC_URL. Run all gateways with the same settings.`,
    );
  if (!isWithin(hostname, RP_ID))
    return failed(
      `RP_ID ${RP_ID} is neither ${hostname}, the host of PUBLIC_URL, nor a parent domain. Remove RP_ID, or correct it.`,
    );
  if (!ORIGINS.includes(origin))
    return failed(`ORIGINS lacks ${origin}, the origin of PUBLIC_URL: nobody can sign in there. Add it.`);
  const foreign = ORIGINS.filter((each) => !isWithin(new URL(each).hostname, RP_ID));
  return foreign.length === 0
    ? ok(`Passkeys are bound to ${RP_ID} and accepted from ${ORIGINS.join(", ")}.`)
    : warning(
        `${foreign.join(", ")} in ORIGINS is outside of RP_ID ${RP_ID}: only browsers with related origin requests accept passkeys there. Remove it if it is not needed.`,
      );
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
