export { operatorAccountId } from "./account-id.ts";
export { CeremonyError, type CeremonyErrorReason } from "./ceremony-error.ts";
export { createCeremonyStore } from "./ceremony-store.ts";
export {
  loginCredentialSchema,
  registrationCredentialSchema,
  type LoginCredential,
  type RegistrationCredential,
} from "./credential.ts";
export { createDecoys } from "./decoys.ts";
export type { OwnedSecret, OwnedSecrets, ReadableSecret } from "./owned-secrets.ts";
export { createPasskeyCeremonies, type PasskeyCeremonies } from "./passkey-ceremonies.ts";
export {
  createApiKeys,
  createSigningKeys,
  type ApiKey,
  type ApiKeys,
  type SigningKey,
  type SigningKeys,
} from "./secret-kinds.ts";
export { createSessions, type Session, type Sessions } from "./sessions.ts";
export { createUserStore, type Passkey, type User, type UserStore } from "./user-store.ts";
