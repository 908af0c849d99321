import { AppError, compileValidator, exactObject } from "@placard/contracts";
import Type, { type Static } from "typebox";
import { accountIdOf } from "../http/caller.ts";
import { emptyData, sendData } from "../http/envelope.ts";
import { validBody } from "../http/json-body.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { AccountDeps } from "./feature.ts";
import type { Endpoint } from "../http/route.ts";
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
const validateVerify = compileValidator(verifyBody);

/** The endpoints that verify the email address of an account. */
export function emailVerificationEndpoints({ accounts, events, mails }: AccountDeps) {
  const { users, verifications } = accounts;
  const verify: Endpoint = {
    operation: {
      id: "verifyEmail",
      tag: "account",
      summary: "Verify an email address",
      description:
        "Takes the token of the link in the verification mail. The token is the credential: no session is needed. It is valid once, for 24 hours, and until the email address of the account changes.",
      body: verifyBody,
      responses: {
        200: jsonResponse("The address that is verified now", verified),
      },
      errors: ["not_found"],
    },
    async handler(req, res) {
      const { token } = validBody(validateVerify, req.body);
      const user = await verifications.verifyEmail(token);
      if (!user)
        throw new AppError("not_found", {
          message:
            "The verification link was used, has expired, or is for another email address. Send another verification mail.",
        });
      await events.recordEvent({ ...actorOf(res), accountId: user.id, type: "email_verified" });
      sendData<Static<typeof verified>>(res, { email: user.email });
    },
  };

  const send: Endpoint = {
    operation: {
      id: "sendVerificationMail",
      tag: "account",
      summary: "Send the verification mail again",
      description:
        "Sends nothing if the email address is already verified. At most 5 verification mails per hour are sent for an account, and to an address.",
      responses: { 200: emptyResponse("The mail will be sent") },
      errors: ["forbidden", "rate_limited", "unavailable"],
    },
    async handler(_req, res) {
      const accountId = accountIdOf(res);
      const user = await users.findUserRecord(accountId);
      if (!user) throw new AppError("unauthorized");
      if (!mails)
        throw new AppError("forbidden", {
          message: "This server sends no mail, so it cannot verify email addresses. Ask its operator.",
        });
      if (!user.emailVerified) await mails.sendVerification(user, { accountId, requestId: requestIdOf(res) });
      sendData<Static<typeof emptyData>>(res, {});
    },
  };

  return { verify, send };
}
