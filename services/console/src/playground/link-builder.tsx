import { signLink, type SigningKey } from "@placard/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import type { CardRequest } from "../card-form/card-data.ts";
import { ErrorText } from "../components/error-text.tsx";
import { SelectField, TextField } from "../components/fields.tsx";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { UrlResult } from "./url-result.tsx";

const dayMs = 86_400_000;

/** How a link is signed. */
const initialSettings = { kid: "", secret: "", days: "", form: "readable" };

type LinkSettings = typeof initialSettings;

const expiries = [
  ["", "Never"],
  ["1", "In 1 day"],
  ["30", "In 30 days"],
  ["365", "In 1 year"],
] as const;

const forms = [
  ["readable", "Readable"],
  ["short", "Short, without &"],
] as const;

/** Signs the link to a card in the browser, with one of the account's keys. */
export function LinkBuilder({ request }: { request: CardRequest }) {
  const { api } = useAccount();
  const keys = useLoaded("your signing keys", async () => (await api.listSigningKeys()).data.signingKeys);
  return (
    <Loaded from={keys}>{(list) => list.length > 0 && <Signing keys={list} request={request} />}</Loaded>
  );
}

function Signing({ keys, request }: { keys: readonly SigningKey[]; request: CardRequest }) {
  const { baseUrl } = useConsole();
  const settings = useSignal({ ...initialSettings, kid: keys[0]!.id });
  const link = useSignal<{ url?: string; status?: ComponentChildren }>({});
  const change = (changes: Partial<LinkSettings>) => (settings.value = { ...settings.value, ...changes });
  useEffect(() => {
    let isCurrent = true;
    void sign(baseUrl, request, settings.value).then((signed) => isCurrent && (link.value = signed));
    return () => (isCurrent = false);
  }, [request, settings.value]);

  return (
    <div class="signing">
      <div class="inline-form">
        <SelectField
          label="Signing key"
          name="kid"
          options={keys.map(({ id, name }) => [id, name])}
          onText={(kid) => change({ kid, secret: "" })}
        />
        <TextField
          label="Secret"
          name="secret"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="plks_…"
          value={settings.value.secret}
          onText={(secret) => change({ secret })}
        />
        <SelectField label="Expires" name="days" options={expiries} onText={(days) => change({ days })} />
        <SelectField label="Form" name="form" options={forms} onText={(form) => change({ form })} />
      </div>
      <p class="hint">The link is signed in this page. The secret is neither sent nor stored.</p>
      <div class="hint" role="status">
        {link.value.status}
      </div>
      {link.value.url !== undefined && (
        <UrlResult id="signed-link" url={link.value.url} what="signed link URL" copyLabel="Copy link" />
      )}
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
