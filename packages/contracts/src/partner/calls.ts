import { mergeDistinct } from "../merge-distinct.ts";
import { applicationCalls } from "./applications/calls.ts";
import { bankAccountCalls } from "./bank-accounts/calls.ts";
import { businessCalls } from "./businesses/calls.ts";
import { clockCalls } from "./clock/calls.ts";
import { connectTokenCalls } from "./connect-tokens/calls.ts";
import { documentCalls } from "./documents/calls.ts";
import { embeddedSessionCalls } from "./embedded-sessions/calls.ts";
import { pilotInvoiceCalls } from "./pilot-invoices/calls.ts";
import { prequalificationCalls } from "./prequalifications/calls.ts";
import { receivableCalls } from "./receivables/calls.ts";
import { salesDayCalls } from "./sales-days/calls.ts";
import { userCalls } from "./users/calls.ts";

/** Every call of the partner API by name. A resource is a folder and one line here. */
export const partnerCalls = mergeDistinct(
  businessCalls,
  userCalls,
  connectTokenCalls,
  prequalificationCalls,
  applicationCalls,
  bankAccountCalls,
  salesDayCalls,
  receivableCalls,
  documentCalls,
  embeddedSessionCalls,
  pilotInvoiceCalls,
  clockCalls,
);
export type PartnerCallName = keyof typeof partnerCalls;
