import type { Slice } from "../slice.ts";
import { waitForAccountant } from "./accounting/accountants.ts";
import { accountingWebhook } from "./accounting/handle-accounting-webhook.ts";
import { requestAccountingDataAgain } from "./accounting/read-accounting-data.ts";
import { accountantRoutes, accountingRoutes } from "./accounting/routes.ts";
import { lookWhetherComplete } from "./data-complete.ts";
import { askVerifierAgain, verifierWebhook } from "./handle-verifier-webhook.ts";
import { emailAboutInputs, waitForInputs } from "./incompleteness.ts";
import { underwritingStaffActions, underwritingStaffRoutes } from "./staff-actions.ts";
import { lookForMissing } from "./what-is-missing.ts";
import { underwritingWorkflows } from "./workflows.ts";

export const underwriting: Slice = {
  name: "underwriting",
  routes: { portal: [accountingRoutes], accountant: [accountantRoutes], staff: [underwritingStaffRoutes] },
  webhooks: [verifierWebhook, accountingWebhook],
  workflows: underwritingWorkflows,
  dueJobs: [askVerifierAgain, requestAccountingDataAgain, waitForAccountant, waitForInputs],
  eventHandlers: {
    "additional_input.reminded": [emailAboutInputs],
    "additional_input.notice_given": [emailAboutInputs],
    // What the rules about missing data look at.
    "bank_item.updated": [lookForMissing],
    "bank_item.read": [lookForMissing, lookWhetherComplete],
    "bank_item.grown_old": [lookForMissing],
    "bank_account.retired": [lookForMissing],
    "bank_account.role_changed": [lookForMissing],
    "payment.failed": [lookForMissing],
    "payment.returned": [lookForMissing],
    "document.rejected": [lookForMissing],
    "document.ready": [lookForMissing, lookWhetherComplete],
    "accounting_connection.updated": [lookForMissing],
    "accountant.waited_for": [lookForMissing],
    "additional_input.done": [lookForMissing, lookWhetherComplete],
    "additional_input.released": [lookForMissing, lookWhetherComplete],
    // What else a complete application needs.
    "report.updated": [lookWhetherComplete],
    "co_owner.onboarding_completed": [lookWhetherComplete],
    "co_owner.removed": [lookWhetherComplete],
    "onboarding.reopened": [lookWhetherComplete],
  },
  staffActions: underwritingStaffActions,
};
