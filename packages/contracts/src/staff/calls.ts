import { mergeDistinct } from "../merge-distinct.ts";
import { applications } from "./calls/applications.ts";
import { bankLines } from "./calls/bank-lines.ts";
import { banking } from "./calls/banking.ts";
import { businessOverview } from "./calls/business-overview.ts";
import { businesses } from "./calls/businesses.ts";
import { closing } from "./calls/closing.ts";
import { invoices } from "./calls/invoices.ts";
import { ledger } from "./calls/ledger.ts";
import { lienFilings } from "./calls/lien-filings.ts";
import { members } from "./calls/members.ts";
import { notices } from "./calls/notices.ts";
import { onboarding } from "./calls/onboarding.ts";
import { payments } from "./calls/payments.ts";
import { pilotInvoices } from "./calls/pilot-invoices.ts";
import { policies } from "./calls/policies.ts";
import { requests } from "./calls/requests.ts";
import { sanctions } from "./calls/sanctions.ts";
import { servicing } from "./calls/servicing.ts";
import { signIn } from "./calls/sign-in.ts";
import { tasks } from "./calls/tasks.ts";
import { treasury } from "./calls/treasury.ts";
import { verification } from "./calls/verification.ts";

/** Every staff call by name. */
export const staffCalls = mergeDistinct(
  signIn,
  members,
  businesses,
  businessOverview,
  tasks,
  requests,
  payments,
  bankLines,
  treasury,
  ledger,
  banking,
  sanctions,
  onboarding,
  verification,
  policies,
  applications,
  closing,
  lienFilings,
  servicing,
  pilotInvoices,
  invoices,
  notices,
);
