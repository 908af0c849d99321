import { account } from "../session.js";

/**
 * The names of passkeys and keys by id. Those that were deleted are missing.
 * @typedef {ReadonlyMap<string, string>} Names
 */

/** @returns {Promise<Names>} */
export async function loadNames() {
  const [passkeys, apiKeys, signingKeys] = await Promise.all([
    account.listPasskeys(),
    account.listApiKeys(),
    account.listSigningKeys(),
  ]);
  const named = [...passkeys.data.passkeys, ...apiKeys.data.keys, ...signingKeys.data.signingKeys];
  return new Map(named.map(({ id, name }) => [id, name]));
}
