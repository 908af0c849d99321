import { hostInUrl, parseTrustProxy } from "@placard/runtime";
import { describeError } from "../format.ts";
import { ok, warning, type Finding } from "./finding.ts";

interface ProxySettings {
  PUBLIC_URL: string;
  TRUST_PROXY: string;
  ADMIN_HOST: string;
  ADMIN_PORT: number;
  ADMIN_TOKEN?: string | undefined;
}

const timeoutMs = 2_000;
const counter = /^placard_http_forwarded_for_ignored_total (\d+)$/m;
const fix = "Set TRUST_PROXY to the number of proxies in front of the gateway.";

/**
 * Whether TRUST_PROXY fits what the gateway receives. A gateway does not terminate TLS, so with https there
 * is a proxy. The admin server of the gateway on this host says whether requests have arrived with
 * X-Forwarded-For.
 */
export async function checkProxy(settings: ProxySettings): Promise<Finding> {
  const { PUBLIC_URL, TRUST_PROXY } = settings;
  const isHttps = PUBLIC_URL.startsWith("https:");
  if (parseTrustProxy(TRUST_PROXY) !== false)
    return isHttps
      ? ok(`TRUST_PROXY is ${TRUST_PROXY}: the client's address is the one that the proxy reports.`)
      : warning(
          `TRUST_PROXY is ${TRUST_PROXY}, but PUBLIC_URL is not https: if clients connect without a proxy, they can choose their address with X-Forwarded-For. Without a proxy, set TRUST_PROXY to off.`,
        );
  if (isHttps)
    return warning(
      `PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY is off: limits per client address count all clients as one. ${fix}`,
    );
  try {
    const ignored = await countIgnored(settings);
    return ignored === 0
      ? ok("TRUST_PROXY is off, and the gateway has received no X-Forwarded-For.")
      : warning(
          `The gateway has received X-Forwarded-For ${ignored} times while TRUST_PROXY is off. If a proxy is in front, limits per client address count all clients as one. ${fix}`,
        );
  } catch (error) {
    return warning(
      `Whether the gateway receives X-Forwarded-For is unknown: its admin server failed: ${describeError(error)}. Run doctor where the gateway runs, with its settings.`,
    );
  }
}

async function countIgnored({ ADMIN_HOST, ADMIN_PORT, ADMIN_TOKEN }: ProxySettings): Promise<number> {
  const headers = ADMIN_TOKEN === undefined ? {} : { Authorization: `Bearer ${ADMIN_TOKEN}` };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`http://${hostInUrl(ADMIN_HOST)}:${ADMIN_PORT}/metrics`, {
    headers,
    signal,
  });
  const [, count] = counter.exec(await response.text()) ?? [];
  if (count === undefined) throw new Error(`it responded with status ${response.status} and no such metric`);
  return Number(count);
}
