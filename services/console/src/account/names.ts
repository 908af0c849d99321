import { account } from "../session.ts";

/** The names of passkeys and keys by id. Those that were deleted are missing. */
export type Names = ReadonlyMap<string, string>;

export async function loadNames(): Promise<Names> {
  const [passkeys, apiKeys, signingKeys] = await Promise.all([
    account.listPasskeys(),
    account.listApiKeys(),
    account.listSigningKeys(),
  ]);
  const named = [...passkeys.data.passkeys, ...apiKeys.data.keys, ...signingKeys.data.signingKeys];
  return new Map(named.map(({ id, name }) => [id, name]));
}
