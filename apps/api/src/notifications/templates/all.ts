import { render, toPlainText } from "@react-email/render";
import type { z } from "zod";
import { accountChanged } from "./account-change.ts";
import { accountChangeStopped } from "./account-change-stopped.ts";
import { accountantInvitation, accountantReminder } from "./accountant-invitation.ts";
import { additionalInput } from "./additional-input.ts";
import { advanceBreached, authorizationWanted } from "./advance-breach.ts";
import { appealAnswered } from "./appeal-answered.ts";
import { applicationClosed } from "./application-closed.ts";
import { applicationReceived } from "./application-received.ts";
import { closingUnfinished } from "./closing-unfinished.ts";
import { consentCopy } from "./consent-copy.ts";
import { correctionAnswered } from "./correction-answered.ts";
import { decisionNotice } from "./decision-notice.ts";
import { email, type Locale, type Sender, type Template, withSinglePeriods } from "./email.ts";
import { identityDecided } from "./identity-decided.ts";
import {
  businessInvitation,
  coOwnerInvitation,
  coOwnerReminder,
  offerInvitation,
  ownerRequest,
  signatureRequest,
} from "./invitations.ts";
import { loanFunded } from "./loan-funded.ts";
import { microEntries } from "./micro-entries.ts";
import { notifications } from "./notifications.ts";
import { offersExpired, offersExpiring } from "./offers-expiring.ts";
import { offersReady, offersSizedAgain } from "./offers-ready.ts";
import { otherAccountNotDebited } from "./other-account-not-debited.ts";
import { outsidePaymentMissing, outsidePaymentReturned } from "./outside-payments.ts";
import { ownerWanted } from "./owner-wanted.ts";
import { payoffChanged, payoffLettersReceived } from "./payoff-letters.ts";
import { payoffQuoted, payoffRequestExpired } from "./payoff-request.ts";
import { payoutReturned } from "./payout-returned.ts";
import { primaryOwnerConflict } from "./primary-owner-conflict.ts";
import { signInCode } from "./sign-in-code.ts";
import { agreementDeclined, signaturesMissing } from "./signatures.ts";
import { staffReset } from "./staff-reset.ts";
import { stepUpCode, stepUpReset } from "./step-up.ts";
import { unfinishedApplication } from "./unfinished-application.ts";

const templates = {
  "advance-breached": advanceBreached,
  "authorization-wanted": authorizationWanted,
  "account-change": accountChanged,
  "account-change-stopped": accountChangeStopped,
  "accountant-invitation": accountantInvitation,
  "accountant-reminder": accountantReminder,
  "additional-input": additionalInput,
  "application-closed": applicationClosed,
  "application-received": applicationReceived,
  "consent-copy": consentCopy,
  "appeal-answered": appealAnswered,
  "correction-answered": correctionAnswered,
  "decision-notice": decisionNotice,
  "loan-funded": loanFunded,
  "identity-decided": identityDecided,
  "micro-entries": microEntries,
  "closing-unfinished": closingUnfinished,
  notifications,
  "offers-expired": offersExpired,
  "offers-expiring": offersExpiring,
  "offers-ready": offersReady,
  "offers-sized-again": offersSizedAgain,
  "other-account-not-debited": otherAccountNotDebited,
  "outside-payment-missing": outsidePaymentMissing,
  "outside-payment-returned": outsidePaymentReturned,
  "payoff-changed": payoffChanged,
  "payoff-letters-received": payoffLettersReceived,
  "payoff-quoted": payoffQuoted,
  "payoff-request-expired": payoffRequestExpired,
  "payout-returned": payoutReturned,
  "sign-in-code": signInCode,
  "primary-owner-conflict": primaryOwnerConflict,
  "co-owner-invitation": coOwnerInvitation,
  "co-owner-reminder": coOwnerReminder,
  "business-invitation": businessInvitation,
  "offer-invitation": offerInvitation,
  "owner-request": ownerRequest,
  "owner-wanted": ownerWanted,
  "signature-request": signatureRequest,
  "signatures-missing": signaturesMissing,
  "agreement-declined": agreementDeclined,
  "staff-reset": staffReset,
  "step-up-code": stepUpCode,
  "step-up-reset": stepUpReset,
  "unfinished-application": unfinishedApplication,
};

export type TemplateName = keyof typeof templates;
export type ParamsOf<T extends TemplateName> = z.infer<(typeof templates)[T]["params"]>;

// A heading in capitals would change how a name is written.
const headings = ["h1", "h2"].map((selector) => ({ selector, options: { uppercase: false } }));

/** Renders an email as HTML and as plain text, with its attachments still to be rendered. */
export async function renderEmail(name: string, locale: Locale, sender: Sender, params: unknown) {
  const template = templates[name as TemplateName] as unknown as Template<z.ZodType>;
  const parsed = template.params.parse(params);
  const text = template.text(locale, sender, parsed);
  const { firstName = null } = parsed as { firstName?: string | null };
  const subject = withSinglePeriods(text.subject);
  const html = await render(email(locale, sender, { subject, content: text.content, firstName }));
  const templateAttachments = template.templateAttachments?.(locale, sender, parsed) ?? [];
  const stopUrl = template.stopUrl?.(parsed) ?? null;
  return { email: { subject, html, text: toPlainText(html, { selectors: headings }), stopUrl }, templateAttachments };
}
