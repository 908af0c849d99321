import { AppError, exactObject } from "@placard/contracts";
import Type from "typebox";
import { requestIdOf } from "../http/request-id.ts";
import type { AccountDeps } from "./feature.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { actorOf, emailField } from "./account-fields.ts";
import { jsonResponse, emptyResponse } from "../docs/operation.ts";

const verifyBody = exactObject(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 128,
      examples: ["sZ3v0dF8QmKq1wYt7uXn5AsZ3v0dF8QmKq1wYt7uXn5"],
    }),
  },
  { title: "EmailVerification" },
);
const verified = exactObject({ email: emailField });

/** The endpoints that verify the email address of an account. */
export function emailVerificationEndpoints({ accounts, events, mails }: AccountDeps) {
  const { users, verifications } = accounts;
  const verify = jsonEndpoint({
    id: "verifyEmail",
    summary: "Verify an email address",
    description:
      "Takes the token of the link in the verification mail, with a session of the account that it was sent for. It is valid once, for 24 hours, and until the email address of the account changes. If the mail was sent because of a change of the address, the account has the new address from now on.",
    body: verifyBody,
    responses: { 200: jsonResponse("The address that is verified now", verified) },
    errors: ["not_found", "email_taken"],
    async handle({ body: { token }, owner, res }) {
      const formerUser = await users.findUserRecord(owner);
      const verification = await verifications.verifyEmail(token, owner);
      if (verification.outcome === "email_taken") throw emailTaken();
      if (verification.outcome === "not_found")
        throw new AppError("not_found", {
          message:
            "The verification link was used, has expired, or is for another account or email address. Sign in to the account that it was sent for, or send another verification mail.",
        });
      const actor = actorOf(res);
      if (verification.outcome === "changed")
        await events.recordEvent({ ...actor, type: "email_changed", formerUser });
      await events.recordEvent({ ...actor, type: "email_verified" });
      return { email: verification.email };
    },
  });

  const send = jsonEndpoint({
    id: "sendVerificationMail",
    summary: "Send the verification mail again",
    description:
      "Sends nothing if the email address is already verified. At most 5 verification mails per hour are sent for an account, and to an address.",
    responses: { 200: emptyResponse("The mail will be sent") },
    errors: ["forbidden", "rate_limited", "unavailable"],
    async handle({ owner: accountId, res }) {
      const user = await users.findUserRecord(accountId);
      if (!user) throw new AppError("unauthorized");
      if (!mails)
        throw new AppError("forbidden", {
          message: "This server sends no mail, so it cannot verify email addresses. Ask its operator.",
        });
      if (!user.emailVerified) await mails.sendVerification(user, { accountId, requestId: requestIdOf(res) });
      return {};
    },
  });

  return { verify, send };
}

/** The AppError of a change to the email address of another account. */
export function emailTaken(): AppError {
  return new AppError("email_taken", {
    message: "Another account has this email address. Use another address.",
  });
}
