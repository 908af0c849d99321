import type { Accounts, SecurityEvents } from "@placard/accounts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import type { Platform } from "../platform.ts";
import { getAuthConfig } from "./auth-config.ts";
import { loginEndpoints } from "./login.ts";
import { passkeyEndpoints } from "./passkeys.ts";
import { reauthenticationEndpoints } from "./reauthentication.ts";
import { recoveryEndpoints } from "./recovery.ts";
import { registrationEndpoints } from "./registration.ts";

/** Passkeys and recovery codes: registration, login, re-authentication, recovery. */
export function createPasskeys(
  platform: Platform,
  { accounts, events, cookie }: { accounts: Accounts; events: SecurityEvents; cookie: SessionCookie },
): Feature {
  const { settings, metrics, logger } = platform;
  const deps = { accounts, events, cookie, metrics, logger };
  const registration = registrationEndpoints(deps);
  const login = loginEndpoints(deps);
  const reauthentication = reauthenticationEndpoints(deps);
  const recovery = recoveryEndpoints(platform, deps);
  const passkeys = passkeyEndpoints(accounts, events);
  return {
    tag: "accounts",
    routes: [
      route("get", "/api/v1/auth/config", access.public, getAuthConfig(settings)),
      route("post", "/api/v1/auth/register/start", access.register, registration.start),
      route("post", "/api/v1/auth/register/finish", access.register, registration.finish),
      route("post", "/api/v1/auth/login/start", access.signIn, login.start),
      route("post", "/api/v1/auth/login/finish", access.signIn, login.finish),
      route("post", "/api/v1/auth/reauthenticate/start", access.reauthenticate, reauthentication.start),
      route("post", "/api/v1/auth/reauthenticate/finish", access.reauthenticate, reauthentication.finish),
      route("post", "/api/v1/auth/recover/start", access.signIn, recovery.start),
      route("post", "/api/v1/auth/recover/finish", access.signIn, recovery.finish),
      route("get", "/api/v1/auth/passkeys", access.session, passkeys.list),
      route("patch", "/api/v1/auth/passkeys/:id", access.session, passkeys.rename),
      route("delete", "/api/v1/auth/passkeys/:id", access.recentSession, passkeys.delete),
      route("post", "/api/v1/account/recovery-codes", access.recentSession, recovery.createCodes),
    ],
  };
}
