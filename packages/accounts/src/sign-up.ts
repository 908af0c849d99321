import { AppError } from "@placard/contracts";
import type { Invitations } from "./invitations.ts";

/** Who may register an account: everybody, people with an invitation, or nobody. */
export type SignUpMode = "open" | "invite" | "closed";

/** The operator's settings for sign-up. */
export interface SignUpPolicy {
  mode: SignUpMode;
  /** Addresses that may register, in lower case: `*@example.com` or `ada@example.com`. Undefined: all. */
  emails: readonly string[] | undefined;
}

export type SignUp = ReturnType<typeof createSignUp>;

/** Creates the rules of sign-up. They do not apply to a session that adds a passkey to its account. */
export function createSignUp(
  { mode, emails }: SignUpPolicy,
  invitations: Pick<Invitations, "findInvitation">,
) {
  /**
   * Checks whether accounts may have this email address (in lower case), also after a change of the address.
   * @throws AppError `signup_closed`
   */
  function requirePermittedEmail(email: string): void {
    if (!isEmailPermitted(emails, email)) throw new AppError("signup_closed", { message: messages.email });
  }

  return {
    requirePermittedEmail,

    /** Whether users must not learn if an email address has an account: not everybody may register it. */
    hidesAccounts: mode !== "open",

    /**
     * Checks whether an account with this email address (in lower case) may be registered. Resolves with the
     * id of the invitation that the registration consumes, if the mode requires one.
     * @throws AppError `signup_closed`
     */
    async requirePermission(email: string, invite: string | undefined): Promise<string | undefined> {
      if (mode === "closed") throw new AppError("signup_closed", { message: messages.closed });
      requirePermittedEmail(email);
      if (mode === "open") return undefined;
      if (invite === undefined) throw new AppError("signup_closed", { message: messages.noInvitation });
      const invitation = await invitations.findInvitation(invite);
      if (!invitation || (invitation.email ?? email) !== email) throw invalidInvitation();
      return invitation.id;
    },
  };
}

/** The AppError `signup_closed`. It has one message for all reasons. */
export function invalidInvitation(): AppError {
  return new AppError("signup_closed", { message: messages.invalidInvitation });
}

const messages = {
  closed: "Registration is closed. Ask the operator of this server for access.",
  email:
    "Accounts with this email address are not accepted. Use another address, or ask the operator of this server for access.",
  noInvitation:
    "Registration requires an invitation. Ask the operator of this server for an invitation link.",
  invalidInvitation:
    "The invitation was used or revoked, has expired, or is for another email address. Ask the operator of this server for another one.",
};

/** Whether the `emails` of a SignUpPolicy permit an email address in lower case. */
export function isEmailPermitted(emails: SignUpPolicy["emails"], email: string): boolean {
  if (emails === undefined) return true;
  return emails.some((pattern) =>
    pattern.startsWith("*") ? email.endsWith(pattern.slice(1)) : email === pattern,
  );
}
