export { bankAccountNotice } from "./bank-account-notice.ts";
export { conflictNotice } from "./conflict-notice.ts";
export { mailConsentCopy } from "./consent-copy.ts";
export { deliverMail, prepareMail, queueMail } from "./mails.ts";
export { ownerWantedNotice } from "./owner-wanted-notice.ts";
export { deliverText, prepareText, queueText } from "./texts.ts";
