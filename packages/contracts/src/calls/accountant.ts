import { z } from "zod/mini";
import { call } from "../call.ts";
import { invitationIntroduction } from "../onboarding/invitation-introduction.ts";
import { styles } from "../theme/style-configuration.ts";
import { openAccountingPage } from "./accounting.ts";
import {
  confirmDocumentUpload,
  getBusinessDocument,
  getBusinessDocumentUrl,
  requestTaxReturnUploads,
} from "./documents.ts";

// Calls of a business's accountant, who is authenticated by an emailed link and sees nothing else of the business.

/** The business that the accountant is invited for, and the platform's program and theme. */
const invitation = z.object({
  businessName: z.nullable(z.string()),
  platformProgramName: z.string(),
  supportEmail: z.string(),
  styles: z.nullable(styles),
  isAccountingLinked: z.boolean(),
});
export type AccountantInvitation = z.infer<typeof invitation>;

export const exchangeAccountantLink = call({
  method: "POST",
  path: "/api/v1/accountant/exchange",
  audience: "portal",
  slice: "underwriting",
  action: "session.open",
  summary: "Exchanges the accountant's one-time link for a session. The session is stored in an HttpOnly cookie.",
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({ expiresAt: z.iso.datetime() }),
});

export const introduceAccountantLink = call({
  method: "POST",
  path: "/api/v1/accountant/introduction",
  audience: "portal",
  slice: "underwriting",
  action: "session.open",
  summary: "Reads the business of an accountant's link and who sent it, without using the link.",
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: invitationIntroduction,
});

export const renewAccountantLink = call({
  method: "POST",
  path: "/api/v1/accountant/renew",
  audience: "portal",
  slice: "underwriting",
  action: "session.open",
  summary:
    "Sends a new link to the address of an earlier one. The answer does not reveal whether the earlier link existed.",
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({ accepted: z.literal(true) }),
  status: 202,
});

export const readAccountantInvitation = call({
  method: "GET",
  path: "/api/v1/accountant",
  audience: "accountant",
  slice: "underwriting",
  action: "accounting.supply",
  summary: "Reads which business the accountant is invited for.",
  answer: invitation,
});

export const confirmAccountantLink = call({
  method: "POST",
  path: "/api/v1/accountant/accounting/linked",
  audience: "accountant",
  slice: "underwriting",
  action: "accounting.supply",
  summary: "Reports that the accounting software is connected, and has the server verify it with the vendor.",
  answer: z.object({ isAccountingLinked: z.boolean() }),
});

const asAccountant = { audience: "accountant" } as const;

export const openAccountantPage = call({
  ...openAccountingPage,
  ...asAccountant,
  path: "/api/v1/accountant/accounting/page",
});
export const requestAccountantUploads = call({
  ...requestTaxReturnUploads,
  ...asAccountant,
  path: "/api/v1/accountant/tax-returns/signed-urls",
});
export const confirmAccountantUpload = call({
  ...confirmDocumentUpload,
  ...asAccountant,
  path: "/api/v1/accountant/documents/:id/uploaded",
});
export const getAccountantDocument = call({
  ...getBusinessDocument,
  ...asAccountant,
  action: "document.upload",
  path: "/api/v1/accountant/documents/:id",
});
export const getAccountantDocumentUrl = call({
  ...getBusinessDocumentUrl,
  ...asAccountant,
  action: "document.upload",
  path: "/api/v1/accountant/documents/:id/read-file-url",
});
