export { operatorAccountId } from "./account-id.ts";
export { accountKeysOf, isAccountDisabled } from "./account-data.ts";
export { limitReached } from "./account-errors.ts";
export { deleteAccount, disableAccount, enableAccount } from "./account-status.ts";
export { createAccounts, type Accounts } from "./accounts.ts";
export { createCeremonyStore } from "./ceremony-store.ts";
export { CeremonyError } from "./ceremony-error.ts";
export {
  loginCredentialSchema,
  registrationCredentialSchema,
  type LoginCredential,
  type RegistrationCredential,
} from "./credential.ts";
export type { EmailVerifications } from "./email-verifications.ts";
export { createInvitations, invitationLink, type Invitation } from "./invitations.ts";
export { createOwnedRecords, replaceRecord, requirePasskey } from "./owned-records.ts";
export type { Revoked } from "./revocation.ts";
export type { OwnedSecrets } from "./owned-secrets.ts";
export type { PasskeyCeremonies } from "./passkey-ceremonies.ts";
export { checkRecentAuthentication } from "./recent-authentication.ts";
export { createRecoveryCodes, recoveryLink, type RecoveryCodes } from "./recovery-codes.ts";
export { randomBase62 } from "./random-base62.ts";
export { loadAuthenticatorModels } from "./authenticator-models.ts";
export type { PasskeyPolicy } from "./passkey-policy.ts";
export { createRenderQuota, type RenderQuota, type RenderToCharge } from "./render-quota.ts";
export {
  createApiKeys,
  isApiKey,
  createSigningKeys,
  type ApiKey,
  type ApiKeys,
  type SigningKey,
  type SigningKeys,
} from "./secret-kinds.ts";
export { hashSecret } from "./secret-hash.ts";
export {
  createSecurityEvents,
  eventObjects,
  securityEventTypes,
  type EventActor,
  type NewSecurityEvent,
  type SecurityEvent,
  type SecurityEvents,
  type SecurityEventType,
} from "./security-events.ts";
export { createSessionStore, type Session } from "./session-store.ts";
export type { Sessions } from "./sessions.ts";
export { isEmailPermitted, type SignUpMode } from "./sign-up.ts";
export { providerOf } from "./passkey-name.ts";
export type { Passkey } from "./passkey-store.ts";
export { createUserStore, type User, type UserRecord, type UserStore } from "./user-store.ts";
export {
  createResultLimit,
  createUsageStore,
  noUsage,
  usageCounts,
  usageDays,
  type DailyUsage,
  type Usage,
  type UsageCounts,
  type UsageStore,
} from "./usage.ts";
