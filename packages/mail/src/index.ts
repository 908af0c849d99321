export { createMailQueue, mailResults, type MailQueue } from "./mail-queue.ts";
export { invitationMessage, noticeMessage, verificationMessage, type Site } from "./messages.ts";
export { createMailTransport, type Mail } from "./smtp-transport.ts";
