export { operatorAccountId } from "./account-id.ts";
export { deleteAccount } from "./account-deletion.ts";
export { disableAccount, enableAccount } from "./account-status.ts";
export { createAccounts, type Accounts } from "./accounts.ts";
export { createAssets, type Asset, type Assets } from "./assets.ts";
export { createBrands, type Brands, type StoredBrand } from "./brands.ts";
export { createCeremonyStore } from "./ceremony-store.ts";
export { CeremonyError } from "./ceremony-error.ts";
export {
  loginCredentialSchema,
  registrationCredentialSchema,
  type LoginCredential,
  type RegistrationCredential,
} from "./credential.ts";
export type { EmailVerifications } from "./email-verifications.ts";
export { createInvitations, invitationLink, type Invitation, type Invitations } from "./invitations.ts";
export type { OwnedSecret, OwnedSecrets } from "./owned-secrets.ts";
export type { PasskeyCeremonies } from "./passkey-ceremonies.ts";
export { checkRecentAuthentication } from "./recent-authentication.ts";
export { createRecoveryCodes, recoveryLink, type RecoveryCodes } from "./recovery-codes.ts";
export type { RelyingParty } from "./relying-party.ts";
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
export {
  createSecurityEvents,
  securityEventTypes,
  type NewSecurityEvent,
  type EventActor,
  type SecurityEvent,
  type SecurityEvents,
  type SecurityEventType,
} from "./security-events.ts";
export { createSessionStore, type Session } from "./session-store.ts";
export type { Sessions } from "./sessions.ts";
export {
  createSitePages,
  type KnownPage,
  type PageCard,
  type PageResult,
  type SitePage,
  type SitePages,
} from "./site-pages.ts";
export { createSites, type Site, type Sites, type SiteSettings } from "./sites.ts";
export { isEmailPermitted, type SignUpMode, type SignUpPolicy } from "./sign-up.ts";
export type { Passkey } from "./passkey-store.ts";
export {
  createTemplateRecords,
  type TemplateHistory,
  type TemplateRecord,
  type TemplateRecords,
  type TemplateVersion,
} from "./template-records.ts";
export { createUserStore, type User, type UserRecord, type UserStore } from "./user-store.ts";
export {
  createRemoteQuotaCheck,
  createUsageStore,
  noUsage,
  usageDays,
  type DailyUsage,
  type Usage,
  type UsageCounts,
  type UsageStore,
} from "./usage.ts";
export { utcDay, utcDays } from "./utc-day.ts";
export {
  createWebhookDeliveries,
  listWebhookJobs,
  type WebhookAttempt,
  type WebhookDeliveries,
  type WebhookDelivery,
} from "./webhook-deliveries.ts";
export { createWebhooks, validSecrets, type Webhook, type Webhooks } from "./webhooks.ts";
