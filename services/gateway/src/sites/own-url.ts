import type { IsOwnUrl } from "./page-values.ts";

/** Recognizes the links of images of this service, with either scheme. */
export function createOwnUrlCheck(publicUrl: string): IsOwnUrl {
  const { host, pathname } = new URL(`${publicUrl}/og/`);
  return (url) => {
    const parsed = URL.parse(url);
    return parsed?.host === host && parsed.pathname.startsWith(pathname);
  };
}
