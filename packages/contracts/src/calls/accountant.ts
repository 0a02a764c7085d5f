import { z } from "zod/mini";
import { call } from "../call.ts";
import { styles } from "../style-configuration.ts";
import { openAccountingPage } from "./accounting.ts";
import {
  confirmDocumentUpload,
  getBusinessDocument,
  getBusinessDocumentUrl,
  requestTaxReturnUploads,
} from "./documents.ts";

// What a business's accountant may ask, who is known by a link that was sent to them and sees nothing else of the business.

/** For whom it is, and in whose name. */
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
  summary:
    "Lets an accountant in by the link they were sent, once. Who it is travels in a cookie that no script can read.",
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({ expiresAt: z.iso.datetime() }),
});

export const renewAccountantLink = call({
  method: "POST",
  path: "/api/v1/accountant/renew",
  audience: "portal",
  slice: "underwriting",
  action: "session.open",
  summary:
    "Sends a fresh link to the address that an old one was sent to. The answer does not say whether there was one.",
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
  summary: "For which business the accountant was asked.",
  answer: invitation,
});

export const confirmAccountantLink = call({
  method: "POST",
  path: "/api/v1/accountant/accounting/linked",
  audience: "accountant",
  slice: "underwriting",
  action: "accounting.supply",
  summary: "Says that the books are connected, and asks us to see for ourselves.",
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
