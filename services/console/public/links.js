/**
 * A link into the console that carries parameters, such as `#register?invite=…`. Parameters are in the fragment, because
 * browsers do not send it to servers.
 * @typedef {{ name: "register" | "recover" | "verify-email", parameters: URLSearchParams }} Link
 */

/**
 * Reads the link in the address, and removes its parameters from the address bar and the history: they are secrets.
 * @returns {Link | undefined}
 */
export function takeLink() {
  const [, name, query] = /^#(register|recover|verify-email)\?(.*)$/.exec(location.hash) ?? [];
  if (!name) return undefined;
  replaceAddress(name === "recover" ? "#recover" : "");
  return /** @type {Link} */ ({ name, parameters: new URLSearchParams(query) });
}

/**
 * Replaces the fragment of the address without opening a view.
 * @param {string} hash
 */
export function replaceAddress(hash) {
  history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
}
