import * as accountChanges from "./account-changes.ts";
import * as accounting from "./accounting.ts";
import * as addresses from "./addresses.ts";
import * as banking from "./banking.ts";
import * as cashAdvance from "./cash-advance.ts";
import * as cashFlowFit from "./cash-flow-fit.ts";
import * as coOwnerSteps from "./co-owner-steps.ts";
import * as coOwners from "./co-owners.ts";
import * as declines from "./declines.ts";
import * as disclosures from "./disclosures.ts";
import * as documents from "./documents.ts";
import * as embeddedSessions from "./embedded-sessions.ts";
import * as help from "./help.ts";
import * as interactions from "./interactions.ts";
import * as invitations from "./invitations.ts";
import * as invoices from "./invoices.ts";
import * as lineOfCredit from "./line-of-credit.ts";
import * as loanApplications from "./loan-applications.ts";
import * as microEntries from "./micro-entries.ts";
import * as notices from "./notices.ts";
import * as notifications from "./notifications.ts";
import * as offerGroups from "./offer-groups.ts";
import * as offerSteps from "./offer-steps.ts";
import * as offers from "./offers.ts";
import * as onboarding from "./onboarding.ts";
import * as ownerRequest from "./owner-request.ts";
import * as partners from "./partners.ts";
import * as payments from "./payments.ts";
import * as people from "./people.ts";
import * as personalPhone from "./personal-phone.ts";
import * as reminders from "./reminders.ts";
import * as sandbox from "./sandbox.ts";
import * as servicing from "./servicing.ts";
import * as stepUp from "./step-up.ts";
import * as termLoan from "./term-loan.ts";

/** Every portal call by name. A screen imports a call from the call's own file, so that it loads no others. */
export const portalCalls = {
  ...accountChanges,
  ...accounting,
  ...addresses,
  ...banking,
  ...cashAdvance,
  ...cashFlowFit,
  ...coOwnerSteps,
  ...coOwners,
  ...declines,
  ...disclosures,
  ...documents,
  ...embeddedSessions,
  ...help,
  ...interactions,
  ...invitations,
  ...invoices,
  ...lineOfCredit,
  ...loanApplications,
  ...microEntries,
  ...notices,
  ...notifications,
  ...offerGroups,
  ...offerSteps,
  ...offers,
  ...onboarding,
  ...ownerRequest,
  ...partners,
  ...payments,
  ...people,
  ...personalPhone,
  ...reminders,
  ...sandbox,
  ...servicing,
  ...stepUp,
  ...termLoan,
};
export type PortalCallName = keyof typeof portalCalls;
