/** The warning about links to an address that crawlers can't reach; nothing if they can. */
export function UnreachableNotice({ url }: { url: string }) {
  const { hostname } = new URL(url);
  if (isPublicHost(hostname)) return null;
  return (
    <p class="notice">
      Social networks can't reach {hostname}. Before you publish these links, serve Placard at a public
      address: <a href="docs/go-live">how to go live</a>.
    </p>
  );
}

/** Whether crawlers can reach a host: it is not this machine or in a private network. */
export function isPublicHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  if (name.startsWith("[")) return isPublicIpv6(name.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return isPublicIpv4(name.split(".").map(Number));
  if (/(^|\.)(localhost|local|internal|lan|home|intranet|test|invalid|home\.arpa)$/.test(name)) return false;
  return name.includes(".");
}

/** Private-use, loopback, link-local and shared address space (RFC 6890). */
function isPublicIpv4([a = 0, b = 0]: readonly number[]): boolean {
  if ([0, 10, 127].includes(a) || a >= 224) return false;
  if (a === 172 && b >= 16 && b <= 31) return false;
  if (a === 100 && b >= 64 && b <= 127) return false;
  return !(a === 192 && b === 168) && !(a === 169 && b === 254);
}

/** Loopback, unspecified, unique-local, link-local and IPv4-mapped addresses are not public. */
function isPublicIpv6(address: string): boolean {
  return !/^(::|fc|fd|fe[89ab])/.test(address);
}
