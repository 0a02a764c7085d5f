import type { Slice } from "../slice.ts";
import { accountChangeEmails, stoppedChangeEmails } from "./account-change-emails.ts";
import { bankWebhook } from "./handle-bank-webhook.ts";
import { platformAccountRoutes } from "./platform-account.ts";
import { refreshBankData } from "./read-transactions.ts";
import { bankingRoutes } from "./routes.ts";
import { bankingStaffActions, bankingStaffRoutes } from "./staff-actions.ts";
import { bankingWorkflows } from "./workflows.ts";

export const banking: Slice = {
  name: "banking",
  routes: { portal: [bankingRoutes], staff: [bankingStaffRoutes, platformAccountRoutes] },
  webhooks: [bankWebhook],
  workflows: bankingWorkflows,
  dueJobs: [refreshBankData],
  eventHandlers: {
    "account_change.made": [accountChangeEmails],
    "account_change.stopped": [stoppedChangeEmails],
  },
  staffActions: bankingStaffActions,
};
