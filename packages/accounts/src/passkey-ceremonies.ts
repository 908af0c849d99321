import { AppError } from "@placard/contracts";
import { accountDisabled, limitReached } from "./account-errors.ts";
import type { AccountOptions } from "./account-options.ts";
import { createAccountId } from "./account-id.ts";
import { CeremonyError } from "./ceremony-error.ts";
import { createCeremonyStore } from "./ceremony-store.ts";
import type { RegistrationCredential } from "./credential.ts";
import { createLoginCeremonies } from "./login-ceremonies.ts";
import { createPasskeyCreation } from "./passkey-creation.ts";
import { checkRecentAuthentication } from "./recent-authentication.ts";
import { createRecoveryCeremonies } from "./recovery-ceremonies.ts";
import type { RecoveryCodes } from "./recovery-codes.ts";
import type { Session } from "./session-store.ts";
import type { Sessions } from "./sessions.ts";
import { invalidInvitation, type SignUp } from "./sign-up.ts";
import type { User, UserStore } from "./user-store.ts";

/** The parts of accounts that ceremonies use. */
export interface CeremonyParts {
  users: UserStore;
  recoveryCodes: RecoveryCodes;
  signUp: SignUp;
  sessions: Pick<Sessions, "createSession">;
}

export interface RegistrationStart {
  email: string;
  name: string;
  session: Session | undefined;
  /** The token of an invitation. */
  invite?: string | undefined;
}

export interface RegistrationFinish {
  email: string;
  credential: RegistrationCredential;
  session: Session | undefined;
  /** The `User-Agent` header field of the client, for the name of the passkey. */
  userAgent?: string | undefined;
}

/**
 * The passkey ceremonies (WebAuthn level 3, clause 7). A credential that fails verification throws
 * CeremonyError, whatever the reason. Every method rejects while Redis is unavailable.
 */
export function createPasskeyCeremonies(options: AccountOptions, parts: CeremonyParts) {
  const { users, signUp } = parts;
  const { redis, now, limits } = options;
  const maxPasskeys = limits.passkeys;
  const ceremonies = createCeremonyStore(redis);
  const creation = createPasskeyCreation(options);

  return {
    /**
     * Starts the registration of a new account, or of another passkey for the account of the session. Throws
     * AppError `signup_closed` if the account may not be registered, whether or not it exists. `email_taken`:
     * another account has the address. `reauthentication_required`: the session's user was authenticated more
     * than 5 minutes ago. `limit_reached`: the account has the maximum number of passkeys.
     */
    async startRegistration({ email, name, session, invite }: RegistrationStart) {
      const existingId = await users.findUserId(email);
      const ownSession = existingId !== undefined && session?.user.id === existingId ? session : undefined;
      const invitationId = ownSession ? undefined : await signUp.requirePermission(email, invite);
      if (existingId !== undefined && ownSession === undefined) throw new AppError("email_taken");
      if (ownSession) checkRecentAuthentication(ownSession, now());
      const userId = existingId ?? createAccountId();
      const credentialIds = ownSession ? await users.listCredentialIds(userId) : [];
      if (credentialIds.length >= maxPasskeys) throw limitReached(maxPasskeys, "passkey", "Delete");
      const user = ownSession?.user ?? { id: userId, email, name };
      const creationOptions = await creation.createOptions(user, credentialIds);
      await ceremonies.startCeremony(creationOptions.challenge, {
        kind: "registration",
        email,
        name,
        userId,
        ...(ownSession && { sessionId: ownSession.id }),
        ...(invitationId !== undefined && { invitationId }),
      });
      return creationOptions;
    },

    /**
     * Finishes a registration: creates the account, or adds the passkey to the account of the session that
     * started it. Throws AppError `signup_closed` (for the same invitation), `email_taken` or `limit_reached`
     * if another registration has finished first.
     */
    async finishRegistration({ email, credential, session, userAgent }: RegistrationFinish) {
      const { challenge, ceremony } = await ceremonies.takeCeremony("registration", credential);
      if (ceremony.email !== email) throw new CeremonyError("email");
      if (ceremony.sessionId !== undefined && ceremony.sessionId !== session?.id)
        throw new CeremonyError("session");
      const passkey = await creation.verify(credential, {
        challenge,
        userId: ceremony.userId,
        userAgent,
      });
      const newUser: User = { id: ceremony.userId, email, name: ceremony.name };
      const ownSession = ceremony.sessionId === undefined ? undefined : session;
      const outcome = ownSession
        ? await users.addPasskey(passkey, maxPasskeys)
        : await users.createUser(newUser, passkey, ceremony.invitationId);
      if (outcome === "no_invitation") throw invalidInvitation();
      if (outcome === "email_taken") throw new AppError("email_taken");
      if (outcome === "disabled") throw accountDisabled();
      if (outcome === "limit_reached") throw limitReached(maxPasskeys, "passkey", "Delete");
      if (outcome !== "done") throw new CeremonyError("credential_taken", ownSession?.user.id);
      return { user: ownSession?.user ?? newUser, passkey, session: ownSession };
    },

    ...createLoginCeremonies(options, parts, ceremonies),
    ...createRecoveryCeremonies(options, parts, ceremonies, creation),
  };
}
export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;
