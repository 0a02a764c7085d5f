export { conflictNotice } from "./conflict-notice.ts";
export { deliverMail, prepareMail, queueMail } from "./mails.ts";
export { deliverText, prepareText, queueText } from "./texts.ts";
