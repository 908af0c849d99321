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
    tag: "account",
    summary: "Verify an email address",
    description:
      "Takes the token of the link in the verification mail. The token is the credential: no session is needed. It is valid once, for 24 hours, and until the email address of the account changes.",
    body: verifyBody,
    responses: { 200: jsonResponse("The address that is verified now", verified) },
    errors: ["not_found"],
    async handle({ body: { token }, res }) {
      const user = await verifications.verifyEmail(token);
      if (!user)
        throw new AppError("not_found", {
          message:
            "The verification link was used, has expired, or is for another email address. Send another verification mail.",
        });
      await events.recordEvent({ ...actorOf(res), accountId: user.id, type: "email_verified" });
      return { email: user.email };
    },
  });

  const send = jsonEndpoint({
    id: "sendVerificationMail",
    tag: "account",
    summary: "Send the verification mail again",
    description:
      "Sends nothing if the email address is already verified. At most 5 verification mails per hour are sent for an account, and to an address.",
    responses: { 200: emptyResponse("The mail will be sent") },
    errors: ["forbidden", "rate_limited", "unavailable"],
    async handle({ owner, res }) {
      const accountId = owner;
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
