import { useAccount } from "../app/account.ts";
import { useLoaded, Loaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { Deletion } from "./deletion.tsx";
import { Events } from "./events.tsx";
import { Export } from "./export.tsx";
import { loadNames } from "./event-texts.ts";
import { Profile } from "./profile.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Usage } from "./usage.tsx";

/** The account itself: profile, usage, recovery codes, security events, export and deletion. */
export function AccountPage() {
  const { api } = useAccount();
  const account = useLoaded("your account", async () => (await api.getAccount()).data);
  const names = useLoaded("the names of your keys", () => loadNames(api));

  return (
    <Page title="Account">
      <Profile account={account} />
      <Loaded from={names}>{(shown) => <Usage names={shown} />}</Loaded>
      <RecoveryCodes account={account} />
      <Loaded from={names}>{(shown) => <Events names={shown} />}</Loaded>
      <Export />
      <Deletion />
    </Page>
  );
}
