import type { Accounts, RelyingParty, SignUpMode } from "@placard/accounts";
import { getAuthConfig } from "../sessions/auth-config.ts";
import { loginEndpoints } from "./login.ts";
import { passkeyEndpoints } from "./passkeys.ts";
import { reauthenticationEndpoints } from "./reauthentication.ts";
import { recoveryEndpoints } from "./recovery.ts";
import { registrationEndpoints } from "./registration.ts";
import { sessionEndpoints } from "../sessions/sessions.ts";
import { jsonBody } from "../http/json-body.ts";
import { route, type Route } from "../http/route.ts";
import type { AccountMails } from "../mail/account-mails.ts";
import type { Shared } from "../images/shared.ts";

export interface AuthRouteDeps {
  accounts: Accounts;
  relyingParty: RelyingParty;
  /** Who may register. */
  signUpMode: SignUpMode;
  /** Undefined if there is no SMTP server. */
  mails: AccountMails | undefined;
  hasPublicPlayground: boolean;
}

/** Passkeys and sessions. */
export function authRoutes(deps: AuthRouteDeps, shared: Shared): Route[] {
  const { session, sessionIfAny, recentAuth, perAddress, perUser } = shared.access;
  const body = jsonBody();

  const common = { ...deps.accounts, ...shared, countCeremony: shared.metrics.countCeremony };
  const registration = registrationEndpoints(common);
  const login = loginEndpoints(common);
  const reauthentication = reauthenticationEndpoints(common);
  const recovery = recoveryEndpoints(common);
  const sessions = sessionEndpoints(common);
  const passkeys = passkeyEndpoints(common);

  return [
    route("get", "/api/v1/auth/config", [], getAuthConfig({ ...deps, publicUrl: shared.publicUrl })),
    route("post", "/api/v1/auth/register/start", [perAddress, sessionIfAny, body], registration.start),
    route("post", "/api/v1/auth/register/finish", [perAddress, sessionIfAny, body], registration.finish),
    route("post", "/api/v1/auth/login/start", [perAddress, body], login.start),
    route("post", "/api/v1/auth/login/finish", [perAddress, body], login.finish),
    route("post", "/api/v1/auth/reauthenticate/start", [perAddress, session], reauthentication.start),
    route("post", "/api/v1/auth/reauthenticate/finish", [perAddress, session, body], reauthentication.finish),
    route("post", "/api/v1/auth/recover/start", [perAddress, body], recovery.start),
    route("post", "/api/v1/auth/recover/finish", [perAddress, body], recovery.finish),
    route("get", "/api/v1/auth/session", [session, perUser], sessions.get),
    // No rate limit on these two: with a stolen token, an attacker could otherwise prevent the user from revoking it.
    route("post", "/api/v1/auth/logout", [session], sessions.logout),
    route("delete", "/api/v1/auth/sessions", [session], sessions.deleteOthers),
    route("get", "/api/v1/auth/sessions", [session, perUser], sessions.list),
    route("delete", "/api/v1/auth/sessions/:id", [session, perUser], sessions.delete),
    route("get", "/api/v1/auth/passkeys", [session, perUser], passkeys.list),
    route("patch", "/api/v1/auth/passkeys/:id", [session, perUser, body], passkeys.rename),
    route("delete", "/api/v1/auth/passkeys/:id", [session, perUser, recentAuth], passkeys.delete),
    route("post", "/api/v1/account/recovery-codes", [session, perUser, recentAuth], recovery.createCodes),
  ];
}
