export { notify, type ToTell } from "./batches/notify.ts";
export { emailConsentCopy } from "./consent-copy.ts";
export { deliverEmail, prepareEmail, queueEmail } from "./emails.ts";
export { spendInvitation } from "./invitation-quota.ts";
export { ownerWantedEmail } from "./owner-wanted-email.ts";
export { askerOf, type Owner, ownersOf, primaryOwnerOf } from "./owners.ts";
export { addRefusalLink } from "./refuse-reminders.ts";
export { beginOnlyReminder, beginReminders, endReminders, isReminded, unanswered, wasUnanswered } from "./reminders.ts";
export { prepareSms, queueSms } from "./sms.ts";
