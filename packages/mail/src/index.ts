export { createMailQueue, mailResults, type MailQueue, type MailResult } from "./mail-queue.ts";
export { invitationMessage, noticeMessage, verificationMessage, type Site } from "./messages.ts";
export { createMailTransport, type Mail } from "./smtp-transport.ts";
