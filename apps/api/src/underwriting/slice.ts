import type { Slice } from "../slice.ts";
import { waitForAccountant } from "./accounting/accountants.ts";
import { accountingWebhook } from "./accounting/handle-accounting-webhook.ts";
import { requestAccountingDataAgain } from "./accounting/read-accounting-data.ts";
import { remindAccountant } from "./accounting/remind-accountant.ts";
import { accountantRoutes, accountingRoutes } from "./accounting/routes.ts";
import { closedApplicationEmail } from "./closed-application-email.ts";
import { checkDataComplete } from "./data-complete.ts";
import { decisionStaffRoutes } from "./decisions/staff-routes.ts";
import { askVerifierAgain, verifierWebhook } from "./handle-verifier-webhook.ts";
import { emailAboutInputs, waitForInputs } from "./incompleteness.ts";
import { alarmAboutNotice } from "./notices/clocks.ts";
import { noteDelivery } from "./notices/delivery.ts";
import { noticeRoutes, noticeStaffRoutes } from "./notices/routes.ts";
import { screenAgainstNewList } from "./screen-again.ts";
import { policyStaffRoutes, underwritingStaffActions, underwritingStaffRoutes } from "./staff-actions.ts";
import { checkMissingInputs } from "./what-is-missing.ts";
import { underwritingWorkflows } from "./workflows.ts";

export const underwriting: Slice = {
  name: "underwriting",
  routes: {
    portal: [accountingRoutes, noticeRoutes],
    accountant: [accountantRoutes],
    staff: [underwritingStaffRoutes, decisionStaffRoutes, policyStaffRoutes, noticeStaffRoutes],
  },
  webhooks: [verifierWebhook, accountingWebhook],
  workflows: underwritingWorkflows,
  regularJobs: [screenAgainstNewList],
  dueJobs: [askVerifierAgain, requestAccountingDataAgain, waitForAccountant, waitForInputs, alarmAboutNotice],
  eventHandlers: {
    "additional_input.reminded": [emailAboutInputs],
    "additional_input.notice_given": [emailAboutInputs],
    "reminder.requested": [remindAccountant],
    "email.sent": [noteDelivery],
    "email.refused": [noteDelivery],
    "application.incomplete": [closedApplicationEmail],
    "application.withdrawn": [closedApplicationEmail],
    // What the rules about missing data look at.
    "bank_item.updated": [checkMissingInputs],
    "bank_item.read": [checkMissingInputs, checkDataComplete],
    "bank_item.grown_old": [checkMissingInputs],
    "bank_account.retired": [checkMissingInputs],
    "bank_account.role_changed": [checkMissingInputs],
    "bank_account.unblocked": [checkMissingInputs],
    "payment.failed": [checkMissingInputs],
    "payment.returned": [checkMissingInputs],
    "document.rejected": [checkMissingInputs],
    "document.ready": [checkMissingInputs, checkDataComplete],
    "accounting_connection.updated": [checkMissingInputs],
    "accountant.waited_for": [checkMissingInputs],
    "additional_input.done": [checkMissingInputs, checkDataComplete],
    "additional_input.released": [checkMissingInputs, checkDataComplete],
    // What else a complete application needs.
    "report.updated": [checkDataComplete],
    "report.accepted": [checkDataComplete],
    "co_owner.onboarding_completed": [checkDataComplete],
    "co_owner.removed": [checkDataComplete],
    "onboarding.reopened": [checkDataComplete],
  },
  staffActions: underwritingStaffActions,
};
