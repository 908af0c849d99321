import { signLink, type SigningKey } from "@placard/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import type { CardRequest } from "../card-form/card-data.ts";
import { ErrorText } from "../components/error-text.tsx";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { UrlResult } from "./url-result.tsx";

const dayMs = 86_400_000;

/** How a link is signed. */
const initialSettings = { kid: "", secret: "", days: "", form: "readable" };

type LinkSettings = typeof initialSettings;

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
  const change = (name: keyof LinkSettings) => ({
    id: `link-${name}`,
    value: settings.value[name],
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      (settings.value = { ...settings.value, [name]: currentTarget.value }),
  });
  useEffect(() => {
    let isCurrent = true;
    void sign(baseUrl, request, settings.value).then((signed) => isCurrent && (link.value = signed));
    return () => (isCurrent = false);
  }, [request, settings.value]);

  return (
    <div class="signing">
      <div class="inline-form">
        <div>
          <label for="link-kid">Signing key</label>
          <select
            {...change("kid")}
            onInput={({ currentTarget }) =>
              (settings.value = { ...settings.value, kid: currentTarget.value, secret: "" })
            }
          >
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
