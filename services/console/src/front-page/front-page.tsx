import type { LoginCredential, LoginResult } from "@placard/client";
import { useEffect, useMemo } from "preact/hooks";
import { useConsole } from "../app/console.ts";
import { focusTitle } from "../components/focus.ts";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { hasPasskeySupport } from "../passkeys/credentials.ts";
import { signalAcceptedPasskeys } from "../passkeys/passkey-signals.ts";
import {
  openPublicPlayground,
  PublicPlayground,
  usePlaygroundTemplates,
} from "../playground/public-playground.tsx";
import { AddressNotice } from "./address-notice.tsx";
import { createAutofill, type PickedPasskey } from "./autofill.ts";
import { Introduction } from "./introduction.tsx";
import { Recovery } from "./recovery.tsx";
import { SignIn } from "./sign-in.tsx";
import { SignUp } from "./sign-up.tsx";

/** Called after the user has signed in. `message` is shown on the first page. */
export type OnSignedIn = (
  session: Pick<LoginResult, "expiresAt">,
  relyingPartyId: string | undefined,
  message: string,
  credential?: LoginCredential,
) => Promise<void>;

/** What is shown to people who are not signed in: sign-in, sign-up and recovery. */
export function FrontPage() {
  const { client, actions, messages, router, session, link, otherDevicePasskey } = useConsole();
  const { isRecovery } = router.route.value;
  const isVerification = link.value?.name === "verify-email";
  const config = useLoaded("the settings of this server", async () => (await client.getAuthConfig()).data);
  const templates = usePlaygroundTemplates(config.data.value?.hasPublicPlayground ?? false);

  const onSignedIn: OnSignedIn = async (started, relyingPartyId = location.hostname, message, used) => {
    otherDevicePasskey.value = used?.authenticatorAttachment === "cross-platform" ? used.id : undefined;
    const { id } = await session.start(started, relyingPartyId);
    if (!isVerification) link.value = undefined;
    if (isRecovery) router.replace("");
    messages.show(message);
    void signalAcceptedPasskeys(id, client);
  };

  const autofill = useMemo(
    () => createAutofill(client, (picked) => void actions.run(() => finish(picked))),
    [],
  );
  async function finish({ credential, relyingPartyId }: PickedPasskey) {
    await autofill.pauseFor(async () => {
      const { data } = await client.finishLogin({ credential });
      await onSignedIn(data, relyingPartyId, "You are signed in.", credential);
    });
  }
  useEffect(() => {
    if (hasPasskeySupport()) autofill.start();
    else messages.showError("Passkeys are not available. Open this page over https, in a current browser.");
    return autofill.stop;
  }, []);
  useEffect(() => {
    if (link.value?.name === "recover") focusTitle();
  }, [link.value]);

  const props = { autofill, onSignedIn };
  return (
    <>
      <div class="hero">
        <Introduction onTry={templates && openPublicPlayground} />
        <div class="sign-in-forms">
          <Loaded from={config}>{(settings) => <AddressNotice {...settings} />}</Loaded>
          {isVerification && <p class="notice">Sign in to verify your email address.</p>}
          {isRecovery ? (
            <Recovery {...props} />
          ) : (
            <>
              <SignIn {...props} />
              <SignUp {...props} config={config} />
            </>
          )}
        </div>
      </div>
      {templates && <PublicPlayground templates={templates} />}
      <footer class="row page-footer">
        <a href="docs">Docs</a>
        <a href="docs/reference">API reference</a>
        <a href="./licenses.txt">Licenses</a>
      </footer>
    </>
  );
}
