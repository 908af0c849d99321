import { checkRecentAuthentication, type UserRecord } from "@placard/accounts";
import { AppError, exactObject } from "@placard/contracts";
import { StorageUnavailableError } from "@placard/storage";
import type { Response } from "express";
import Type, { type Static } from "typebox";
import { accountIdOf, keyIdOf, sessionOf } from "../http/caller.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Platform } from "../platform.ts";
import type { AccountDeps } from "./feature.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { emailTaken } from "./email-verification.ts";
import {
  actorOf,
  emailField,
  userField,
  nameField,
  normalizeEmail,
  normalizeName,
} from "./account-fields.ts";
import { timeField } from "../http/present.ts";
import { jsonResponse, emptyResponse } from "../docs/operation.ts";

const accountUpdate = exactObject(
  { name: Type.Optional(nameField), email: Type.Optional(emailField) },
  { minProperties: 1, title: "AccountUpdate" },
);
/** The schema of the user of the account in a response. */
export const userView = exactObject(
  {
    ...userField.properties,
    emailVerified: Type.Boolean({
      description: "whether the user has proved to receive mail at this address",
    }),
    createdAt: timeField,
  },
  { title: "AccountUser" },
);
const count = Type.Integer({ minimum: 0 });
const summary = exactObject(
  {
    passkeys: count,
    sessions: count,
    apiKeys: count,
    signingKeys: count,
    recoveryCodes: count,
    images: Type.Union([Type.Integer({ minimum: 0, maximum: 10_000 }), Type.Null()], {
      description: "images whose links can render them again; null while storage is unavailable",
    }),
    hasMoreImages: Type.Boolean({
      description: "whether there are more images than `images`, which is 10,000",
    }),
  },
  { title: "AccountSummary", description: "how many of each the account has" },
);
type Summary = Static<typeof summary>;
const account = exactObject({ user: userView, summary });
const updated = exactObject({
  user: userView,
  pendingEmail: Type.Optional({
    ...emailField,
    description: "the new email address, if the account gets it only when it is verified",
  }),
});

export function accountEndpoints({ logger, now }: Platform, deps: AccountDeps) {
  const { users, sessions, apiKeys, signingKeys, recoveryCodes, signUp } = deps.accounts;

  const get = jsonEndpoint({
    id: "getAccount",
    summary: "Get your account",
    description: "Returns your user, and how many passkeys, sessions, keys and images the account has.",
    responses: { 200: jsonResponse("The user, and how much the account has", account) },
    errors: ["not_found"],
    async handle({ owner: id, res }) {
      const [user, passkeys, activeSessions, keys, linkKeys, codes, images] = await Promise.all([
        findUser(res),
        users.listPasskeys(id),
        sessions.listSessions(id),
        apiKeys.list(id),
        signingKeys.list(id),
        recoveryCodes.countCodes(id),
        countImages(res),
      ]);
      return {
        user,
        summary: {
          passkeys: passkeys.length,
          sessions: activeSessions.length,
          apiKeys: keys.length,
          signingKeys: linkKeys.length,
          recoveryCodes: codes,
          ...images,
        },
      };
    },
  });

  const update = jsonEndpoint({
    id: "updateAccount",
    summary: "Change your name or email address",
    description:
      "All sessions show the change immediately. A change of the email address needs a recent sign-in. The new address is not verified. You sign in with it from now on, and another account can use the old one. Unless everybody may register (`getAuthConfig`), a link is sent to the new address, and the account gets the address when you open the link.",
    body: accountUpdate,
    examples: { name: { name: "Ada King" }, email: { email: "ada@example.org" } },
    responses: { 200: jsonResponse("The user", updated) },
    errors: ["reauthentication_required", "signup_closed", "email_taken", "forbidden"],
    normalize: normalizeName,
    async handle({ body: { name, email }, res }) {
      const session = sessionOf(res);
      const { id } = session.user;
      const newEmail = email === undefined ? undefined : normalizeEmail(email);
      const isNewEmail = newEmail !== undefined && newEmail !== session.user.email;
      if (isNewEmail) {
        checkRecentAuthentication(session, now());
        signUp.requirePermittedEmail(newEmail);
      }
      const isPending = isNewEmail && signUp.hidesAccounts;
      if (isPending) await startEmailChange(res, newEmail);
      const formerUser = await findUser(res);
      const changed = await users.updateUser(id, { name, email: isPending ? undefined : newEmail });
      if (changed === "no_user") throw new AppError("unauthorized");
      if (changed === "email_taken") throw emailTaken();
      for (const member of changed)
        await deps.events.recordEvent({ ...actorOf(res), type: `${member}_changed`, formerUser });
      return { user: await findUser(res), ...(isPending && { pendingEmail: newEmail }) };
    },
  });

  /** Sends a link to a new address. The response does not reveal whether another account has the address. */
  async function startEmailChange(res: Response, newEmail: string): Promise<void> {
    const { accountId, requestId } = actorOf(res);
    if (!deps.mails)
      throw new AppError("forbidden", {
        message:
          "This server sends no mail, so it cannot verify another email address. Ask its operator to change the address.",
      });
    await deps.mails.sendVerification(sessionOf(res).user, { accountId, requestId }, newEmail);
  }

  const deleteOwn = jsonEndpoint({
    id: "deleteAccount",
    summary: "Delete your account",
    description:
      "Deletes the user, passkeys, sessions, API keys, signing keys, webhooks, sites, brands, templates, recovery codes and security events immediately, and then the images and recipes. Links of the images respond with 404 once these have been deleted. Cannot be undone.",
    responses: { 200: emptyResponse("The account is deleted, and the deletion of its images has started") },
    async handle({ res }) {
      const actor = actorOf(res);
      const formerUser = await findUser(res);
      if ((await deps.accounts.deleteAccount(actor.accountId)) === "no_user")
        throw new AppError("unauthorized");
      await deps.events.recordEvent({ ...actor, type: "account_deleted", formerUser });
      return {};
    },
  });

  /** The number of images is null while storage is unavailable: the rest of the account is not in storage. */
  async function countImages(res: Response): Promise<Pick<Summary, "images" | "hasMoreImages">> {
    const accountId = accountIdOf(res);
    try {
      return await deps.images.ofAccounts.count(accountId);
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      logger.warn({ requestId: requestIdOf(res), accountId, err: error }, "image count failed");
      return { images: null, hasMoreImages: false };
    }
  }

  /**
   * The user of a request. Throws AppError `not_found` for an API key of the operator account, or
   * `unauthorized` if the account has been deleted.
   */
  async function findUser(res: Response): Promise<UserRecord> {
    const user = await users.findUserRecord(accountIdOf(res));
    if (user) return user;
    if (keyIdOf(res) === undefined) throw new AppError("unauthorized");
    throw new AppError("not_found", {
      message: "The operator account has no user. Use an API key of a user's account.",
    });
  }

  return { get, update, delete: deleteOwn };
}
