import { account } from "../session.ts";

/** The names of passkeys and keys, and the domains of sites, by id. Those that were deleted are missing. */
export type Names = ReadonlyMap<string, string>;

export async function loadNames(): Promise<Names> {
  const [passkeys, apiKeys, signingKeys, sites] = await Promise.all([
    account.listPasskeys(),
    account.listApiKeys(),
    account.listSigningKeys(),
    account.listSites(),
  ]);
  const named = [...passkeys.data.passkeys, ...apiKeys.data.keys, ...signingKeys.data.signingKeys];
  const domains = sites.data.sites.map(({ id, domain }) => [id, domain] as const);
  return new Map([...named.map(({ id, name }) => [id, name] as const), ...domains]);
}
