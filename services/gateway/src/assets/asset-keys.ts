export const assetKeys = {
  /** Hash: asset ID → JSON of an `Asset`, for all assets of an account. Deleted with the account. */
  assetsOf: (accountId: string) => `{placard}:assets-of:${accountId}`,
  /** Hash: `bytes` and `fonts`, the totals of an account's assets. Deleted with the account. */
  totalsOf: (accountId: string) => `{placard}:asset-totals-of:${accountId}`,
} as const;
