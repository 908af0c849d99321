import { signLink, type SigningKey } from "@placard/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { loadCardChoices, useAccountCardForm, type CardChoices } from "../card-form/account-card-form.ts";
import type { CardRequest } from "../card-form/card-data.ts";
import { Workspace } from "../card-form/workspace.tsx";
import { ErrorText } from "../components/error-text.tsx";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { UnreachableNotice } from "../playground/unreachable-notice.tsx";
import { UrlResult } from "../playground/url-result.tsx";

const dayMs = 86_400_000;

/** How a link is signed. */
const initialSettings = { kid: "", secret: "", days: "", form: "readable" };

type LinkSettings = typeof initialSettings;

export interface LinkBuilderProps {
  keys: readonly Pick<SigningKey, "id" | "name">[];
  /** The key that was created last: its secret is known only now. */
  newKey: { id: string; secret: string } | undefined;
}

/** Builds signed links in the browser. */
export function LinkBuilder(props: LinkBuilderProps) {
  const { api } = useAccount();
  const choices = useLoaded("your templates", () => loadCardChoices(api));
  return (
    <section class="link-builder" aria-labelledby="link-builder-title">
      <h2 id="link-builder-title">Build a signed link</h2>
      <p class="hint">
        Enter the content of a card, and copy its link. The code that does the same on your server is in the{" "}
        <a href="#/playground">playground</a>, under “Signed link”.
      </p>
      <Loaded from={choices}>{(loaded) => <LinkForm {...props} choices={loaded} />}</Loaded>
    </section>
  );
}

function LinkForm({ choices, keys, newKey }: LinkBuilderProps & { choices: CardChoices }) {
  const form = useAccountCardForm(choices);
  return (
    <Workspace id="link" form={form}>
      <Signing keys={keys} newKey={newKey} request={form.rendered.value?.request} />
    </Workspace>
  );
}

function Signing({ keys, newKey, request }: LinkBuilderProps & { request: CardRequest | undefined }) {
  const { baseUrl } = useConsole();
  const settings = useSignal(initialSettings);
  const link = useSignal<{ url?: string; status?: ComponentChildren }>({});
  const selectKey = (kid: string) =>
    (settings.value = { ...settings.value, kid, secret: kid === newKey?.id ? newKey.secret : "" });
  const change = (name: keyof LinkSettings) => ({
    id: `link-${name}`,
    value: settings.value[name],
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      (settings.value = { ...settings.value, [name]: currentTarget.value }),
  });
  useEffect(() => {
    if (newKey) selectKey(newKey.id);
  }, [newKey]);
  useEffect(() => {
    if (!keys.some(({ id }) => id === settings.value.kid)) selectKey(keys[0]!.id); // it was revoked
  }, [keys]);
  useEffect(() => {
    let isCurrent = true;
    if (request)
      void sign(baseUrl, request, settings.value).then((signed) => isCurrent && (link.value = signed));
    return () => (isCurrent = false);
  }, [request, settings.value]);

  return (
    <div class="signing">
      <div class="inline-form">
        <div>
          <label for="link-kid">Signing key</label>
          <select {...change("kid")} onInput={({ currentTarget }) => selectKey(currentTarget.value)}>
            {keys.map(({ id, name }) => (
              <option value={id}>{name}</option>
            ))}
          </select>
        </div>
        <div>
          <label for="link-secret">Secret</label>
          <input
            {...change("secret")}
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="plks_…"
            aria-describedby="link-secret-hint"
          />
        </div>
        <div class="narrow">
          <label for="link-days">Expires</label>
          <select {...change("days")}>
            <option value="">Never</option>
            <option value="1">In 1 day</option>
            <option value="30">In 30 days</option>
            <option value="365">In 1 year</option>
          </select>
        </div>
        <div class="narrow">
          <label for="link-form">Form</label>
          <select {...change("form")}>
            <option value="readable">Readable</option>
            <option value="short">{"Short, without &"}</option>
          </select>
        </div>
      </div>
      <p id="link-secret-hint" class="hint">
        The link is signed in this page. The secret is neither sent nor stored.
      </p>
      <div class="hint" role="status">
        {link.value.status}
      </div>
      {link.value.url !== undefined && (
        <UrlResult id="signed-link" url={link.value.url} what="signed link" copyLabel="Copy link" />
      )}
      <UnreachableNotice url={baseUrl} />
    </div>
  );
}

/** Signs the link to a card. @returns the link, and what the user needs to know about it */
async function sign(baseUrl: string, request: CardRequest, settings: LinkSettings) {
  const { kid, secret, days, form } = settings;
  if (secret.trim() === "") return { status: "Enter the secret of the key to sign the link." };
  const { template, data, options = {} } = request;
  const { format = "png", ...others } = options;
  const isShort = form === "short";
  const lists = isShort ? [] : Object.keys(data).filter((name) => Array.isArray(data[name]));
  const signed = Object.fromEntries(Object.entries(data).filter(([name]) => !lists.includes(name)));
  try {
    const url = await signLink<string>({
      baseUrl,
      kid,
      secret: secret.trim(),
      template,
      format,
      data: signed as Record<string, string>, // without lists unless the link is short
      form: isShort ? "short" : "readable",
      options: others,
      expiresAt: days ? new Date(Date.now() + Number(days) * dayMs) : undefined,
    });
    const left = `Readable links can't contain lists. Left out: ${lists.join(", ")}. Select the short form to include lists.`;
    return { url, status: lists.length > 0 && left };
  } catch (error) {
    return { status: <ErrorText error={error} /> };
  }
}
