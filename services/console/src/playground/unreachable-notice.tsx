import { isPublicHost } from "./crawlers.ts";

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
