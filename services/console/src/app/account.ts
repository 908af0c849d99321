import { PlacardError, type User } from "@placard/client";
import type { Loss } from "@placard/templates/convert";
import { signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { createDialogs } from "../components/dialogs.ts";
import { withReauthentication } from "../passkeys/reauthentication.tsx";
import type { Draft } from "../templates/drafts.ts";
import type { History } from "../templates/editor/history.ts";
import { createSampleCache } from "../templates/sample-cache.ts";
import type { Console } from "./console.ts";
import { shrinkImage } from "./shrink-image.ts";

const supportedFiles = {
  photo: "an image in PNG, JPEG or WebP",
  asset: "an image in PNG, JPEG, WebP or SVG, or a font in WOFF2, TTF or OTF",
};

export type Account = ReturnType<typeof createAccount>;

/** What the pages of an account share. It lives as long as the account is signed in. */
export function createAccount({ baseUrl, client, createClient }: Console) {
  const dialogs = createDialogs();
  const api = withReauthentication(client, dialogs);
  const upload = async (file: Blob, use: keyof typeof supportedFiles = "asset") => {
    try {
      return (await api.createAsset(await shrinkImage(file))).data;
    } catch (error) {
      if (!(error instanceof PlacardError && error.code === "unsupported_media_type")) throw error;
      throw new Error(`This file can't be used here. Choose ${supportedFiles[use]}.`, { cause: error });
    }
  };
  return {
    /** Calls the API. Asks for a passkey when the server requires it. */
    api,
    /** Like `api`, without a time limit: for large downloads and proofs of templates. */
    apiWithoutTimeout: withReauthentication(createClient({ timeoutMs: 0 }), dialogs),
    dialogs,
    samples: createSampleCache(client),
    /** What imported cards lost, by template, until the user hides it. */
    importLosses: signal<ReadonlyMap<string, readonly Loss[]>>(new Map()),
    /** The histories of the templates that were edited, with the drafts that they lead to. */
    histories: new Map<string, { history: History; draft: Draft }>(),
    /** Uploads a file as an asset. A photo that is too large is made smaller. */
    upload,
    /** Like `upload`. @returns the text that names the image in data */
    uploadImage: async (file: Blob) => `asset:${(await upload(file, "photo")).id}`,
    /** The address of the image of an asset. */
    assetUrl: (id: string) => `${baseUrl}/api/v1/assets/${encodeURIComponent(id)}`,
  };
}

export const AccountContext = createContext<Account | undefined>(undefined);

/** What the pages of the account share. */
export function useAccount(): Account {
  const value = useContext(AccountContext);
  if (!value) throw new Error("There is no account around this component.");
  return value;
}

export function useUser({ session }: Console): User {
  const state = session.state.value;
  if (state.status !== "signed-in") throw new Error("Nobody is signed in.");
  return state.user;
}
