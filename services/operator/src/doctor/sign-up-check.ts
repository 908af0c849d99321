import { isThisMachine } from "@placard/runtime";
import { ok, warning, type Finding } from "./finding.ts";

interface SignUpSettings {
  PUBLIC_URL: string;
  SIGNUP: "open" | "invite" | "closed";
  SIGNUP_EMAILS: readonly string[] | undefined;
  REQUIRE_VERIFIED_EMAIL: boolean;
}

/** Who may register an account. */
export function checkSignUp(settings: SignUpSettings): Finding {
  const { PUBLIC_URL, SIGNUP, SIGNUP_EMAILS: emails, REQUIRE_VERIFIED_EMAIL } = settings;
  const narrowed = emails === undefined ? "" : ` with an email address that matches ${emails.join(", ")}`;
  if (SIGNUP === "closed") return ok("SIGNUP is closed: nobody may register.");
  if (SIGNUP === "invite") return ok(`SIGNUP is invite: people with an invitation may register${narrowed}.`);
  const isPublic = !isThisMachine(new URL(PUBLIC_URL).hostname);
  if (isPublic && emails === undefined)
    return warning(
      "SIGNUP is open: everybody who reaches PUBLIC_URL may register. Set SIGNUP to invite, or limit email addresses with SIGNUP_EMAILS.",
    );
  if (isPublic && !REQUIRE_VERIFIED_EMAIL)
    return warning(
      "SIGNUP is open for addresses in SIGNUP_EMAILS, but nobody checks that people own the address that they type. Set SMTP_URL and REQUIRE_VERIFIED_EMAIL, or set SIGNUP to invite.",
    );
  return ok(`SIGNUP is open: everybody may register${narrowed}.`);
}
