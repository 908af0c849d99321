import type { Accounts, RelyingParty, SignUpMode } from "@placard/accounts";
import { getAuthConfig } from "../sessions/auth-config.ts";
import { loginEndpoints } from "./login.ts";
import { passkeyEndpoints } from "./passkeys.ts";
import { reauthenticationEndpoints } from "./reauthentication.ts";
import { recoveryEndpoints } from "./recovery.ts";
import { registrationEndpoints } from "./registration.ts";
import { sessionEndpoints } from "../sessions/sessions.ts";
import { access } from "../http/access.ts";
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
  const common = { ...deps.accounts, ...shared, countCeremony: shared.metrics.countCeremony };
  const registration = registrationEndpoints(common);
  const login = loginEndpoints(common);
  const reauthentication = reauthenticationEndpoints(common);
  const recovery = recoveryEndpoints(common);
  const sessions = sessionEndpoints(common);
  const passkeys = passkeyEndpoints(common);

  return [
    route(
      "get",
      "/api/v1/auth/config",
      access.public,
      getAuthConfig({ ...deps, publicUrl: shared.publicUrl }),
    ),
    route("post", "/api/v1/auth/register/start", access.register, registration.start),
    route("post", "/api/v1/auth/register/finish", access.register, registration.finish),
    route("post", "/api/v1/auth/login/start", access.signIn, login.start),
    route("post", "/api/v1/auth/login/finish", access.signIn, login.finish),
    route("post", "/api/v1/auth/reauthenticate/start", access.reauthenticate, reauthentication.start),
    route("post", "/api/v1/auth/reauthenticate/finish", access.reauthenticate, reauthentication.finish),
    route("post", "/api/v1/auth/recover/start", access.signIn, recovery.start),
    route("post", "/api/v1/auth/recover/finish", access.signIn, recovery.finish),
    route("get", "/api/v1/auth/session", access.session, sessions.get),
    route("post", "/api/v1/auth/logout", access.endSession, sessions.logout),
    route("delete", "/api/v1/auth/sessions", access.endSession, sessions.deleteOthers),
    route("get", "/api/v1/auth/sessions", access.session, sessions.list),
    route("delete", "/api/v1/auth/sessions/:id", access.session, sessions.delete),
    route("get", "/api/v1/auth/passkeys", access.session, passkeys.list),
    route("patch", "/api/v1/auth/passkeys/:id", access.session, passkeys.rename),
    route("delete", "/api/v1/auth/passkeys/:id", access.recentSession, passkeys.delete),
    route("post", "/api/v1/account/recovery-codes", access.recentSession, recovery.createCodes),
  ];
}
