import { PlacardError, type PlacardClient } from "@placard/client";
import { CancelledError, isUnauthorized } from "../app/actions.ts";
import type { Dialogs } from "../components/dialogs.ts";
import { getPasskey } from "./credentials.ts";

/**
 * Returns a client that asks the user for a passkey when the server requires it, and then repeats the call.
 * @returns its calls reject with a CancelledError if the user cancels
 */
export function withReauthentication(client: PlacardClient, dialogs: Dialogs): PlacardClient {
  let pending: Promise<void> | undefined;

  async function confirm(rejection: unknown) {
    if (!(rejection instanceof PlacardError && rejection.code === "reauthentication_required"))
      throw rejection;
    pending ??= askForPasskey(client, dialogs).finally(() => (pending = undefined));
    await pending;
  }

  const wrap =
    (call: (...request: never[]) => unknown) =>
    (...request: never[]) => {
      const result = call(...request);
      if (!(result instanceof Promise)) return result;
      return result.catch(async (error) => {
        await confirm(error);
        return await call(...request);
      });
    };
  const calls = Object.entries(client).map(([name, call]) => [name, wrap(call)]);
  return Object.fromEntries(calls) as PlacardClient;
}

/**
 * Asks in a dialog, because browsers open a passkey prompt only shortly after a click.
 * @throws CancelledError if the user cancels
 * @throws PlacardError `unauthorized` if the session has expired or was revoked
 */
async function askForPasskey(client: PlacardClient, dialogs: Dialogs) {
  const result = await dialogs.open({
    title: "Confirm with your passkey",
    content: (
      <p>
        This action needs your passkey again, because you last used it more than 5 minutes ago: nobody else
        can do it while you are away from this browser.
      </p>
    ),
    action: "Confirm with passkey",
    async submit(_values, signal) {
      try {
        const { data } = await client.startReauthentication({ signal });
        const credential = await getPasskey(data.options, { signal });
        await client.finishReauthentication({ credential }, { signal });
        return { error: undefined };
      } catch (error) {
        if (isUnauthorized(error)) return { error }; // another attempt in the dialog would fail, too
        throw error;
      }
    },
  });
  if (result === undefined)
    throw new CancelledError("Nothing was changed: the action was not confirmed with a passkey.");
  if (result.error !== undefined) throw result.error as Error;
}
