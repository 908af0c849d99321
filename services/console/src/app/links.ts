import type { Router } from "./router.ts";

/**
 * A link into the console that carries parameters, such as `#register?invite=…`. Parameters are in the
 * fragment, because browsers do not send it to servers.
 */
export type Link = { name: "register" | "recover" | "verify-email"; parameters: URLSearchParams };

/**
 * Reads the link in the address, and removes its parameters from the address bar and the history: they are
 * secrets.
 */
export function takeLink(router: Router): Link | undefined {
  const [, name, query] = /^#(register|recover|verify-email)\?(.*)$/.exec(location.hash) ?? [];
  if (!name) return undefined;
  router.replace(name === "recover" ? "#recover" : "");
  return { name, parameters: new URLSearchParams(query) } as Link;
}
