export { createMailQueue, mailResults, type MailQueue, type MailResult } from "./mail-queue.ts";
export { invitationMessage, noticeMessage, verificationMessage, type Site } from "./messages.ts";
export { createMailTransport, type MailSettings, type MailTransport } from "./smtp-transport.ts";
