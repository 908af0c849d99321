import { useAccount } from "../app/account.ts";
import type { FormValues } from "../components/form.tsx";
import { useLoaded } from "../components/loaded.tsx";
import { SecretsPage, type SecretKind } from "./secrets-page.tsx";

const kind: SecretKind = {
  title: "Signing keys",
  lead: (
    <>
      A signing key lets your site create signed image links without a request to the API. Placard renders the
      image when the link is first opened. Build a link in the <a href="#/playground">playground</a>, under
      “Signed link”. <a href="docs/signed-links">How to sign links</a>
    </>
  ),
  noun: "signing key",
  revokeWarning:
    "All links signed with this key stop working immediately, including links on published pages.",
};

/** Creates, lists and revokes signing keys. */
export function SigningKeysPage() {
  const { api } = useAccount();
  const keys = useLoaded("your signing keys", async () => {
    const { data } = await api.listSigningKeys();
    return data.signingKeys.map(({ hint, ...key }) => ({
      ...key,
      identifiers: [`kid ${key.id}`, `secret plks_…${hint}`],
    }));
  });

  async function create({ texts: { name = "" } }: FormValues) {
    const { data } = await api.createSigningKey({ name });
    const values = [
      { label: "key ID", value: data.id },
      { label: "secret", value: data.secret },
    ];
    return { name: data.name, values };
  }

  return <SecretsPage kind={kind} secrets={keys} create={create} revoke={(id) => api.revokeSigningKey(id)} />;
}
