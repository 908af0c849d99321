import { isThisMachine } from "@placard/runtime";
import { ok, warning, type Finding } from "./finding.ts";

interface SignUpSettings {
  PUBLIC_URL: string;
  SIGNUP: "open" | "invite" | "closed";
  SIGNUP_EMAILS: readonly string[] | undefined;
}

/** Who may register an account. */
export function checkSignUp({ PUBLIC_URL, SIGNUP, SIGNUP_EMAILS: emails }: SignUpSettings): Finding {
  const narrowed = emails === undefined ? "" : ` with an email address that matches ${emails.join(", ")}`;
  if (SIGNUP === "closed") return ok("SIGNUP is closed: nobody may register.");
  if (SIGNUP === "invite") return ok(`SIGNUP is invite: people with an invitation may register${narrowed}.`);
  if (emails === undefined && !isThisMachine(new URL(PUBLIC_URL).hostname))
    return warning(
      "SIGNUP is open: everybody who reaches PUBLIC_URL may register. Set SIGNUP to invite, or limit email addresses with SIGNUP_EMAILS.",
    );
  return ok(`SIGNUP is open: everybody may register${narrowed}.`);
}
