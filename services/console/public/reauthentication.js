import { PlacardError } from "./client/index.js";
import { getPasskey } from "./credentials.js";
import { openDialog } from "./dialogs.js";
import { createElement } from "./elements.js";

/** @typedef {import("./client/index.js").PlacardClient} PlacardClient */

/** The user did not confirm an action. */
export class CancelledError extends Error {}

/**
 * Returns the client with calls that ask the user for a passkey when the server requires it, and are then repeated.
 * @param {PlacardClient} client
 * @returns {PlacardClient} its calls reject with a CancelledError if the user cancels
 */
export function withReauthentication(client) {
  /** @type {Promise<void> | undefined} */
  let pending;

  /** @param {unknown} rejection */
  async function confirm(rejection) {
    if (!hasCode(rejection, "reauthentication_required")) throw rejection;
    pending ??= askForPasskey(client).finally(() => (pending = undefined));
    await pending;
  }

  /** @param {(...request: any[]) => unknown} call */
  const wrap =
    (call) =>
    /** @param {any[]} request */
    (...request) => {
      const result = call(...request);
      if (!(result instanceof Promise)) return result;
      return result.catch(async (error) => {
        await confirm(error);
        return await call(...request);
      });
    };
  const calls = Object.entries(client).map(([name, call]) => [name, wrap(call)]);
  return /** @type {PlacardClient} */ (Object.fromEntries(calls));
}

/**
 * Asks in a dialog, because browsers open a passkey prompt only shortly after a click.
 * @param {PlacardClient} client
 * @throws {CancelledError} if the user cancels
 * @throws {PlacardError} `unauthorized` if the session has expired or was revoked
 */
async function askForPasskey(client) {
  const text =
    "This action needs a passkey that was used within the last 5 minutes, so that nobody else can do it while you are away from this browser.";
  const result = await openDialog({
    title: "Confirm with your passkey",
    content: [createElement("p", {}, text)],
    action: "Confirm with passkey",
    submit: async (_form, signal) => {
      try {
        const { data } = await client.startReauthentication({ signal });
        const credential = await getPasskey(data.options, { signal });
        await client.finishReauthentication({ credential }, { signal });
        return "confirmed";
      } catch (error) {
        if (hasCode(error, "unauthorized")) return error; // another attempt in the dialog would fail, too
        throw error;
      }
    },
  });
  if (result === undefined)
    throw new CancelledError("Nothing was changed: the action was not confirmed with a passkey.");
  if (result !== "confirmed") throw result;
}

/**
 * @param {unknown} error
 * @param {string} code
 * @returns {error is PlacardError}
 */
function hasCode(error, code) {
  return error instanceof PlacardError && error.code === code;
}
