import type { Slice } from "../slice.ts";
import { expireUpload } from "./expire-upload.ts";
import { askAboutSigning, signingWebhook } from "./follow-signing.ts";
import { accountantDocumentRoutes, documentRoutes } from "./routes.ts";
import { documentStaffRoutes } from "./staff-routes.ts";
import {
  continueStatements,
  correctStatements,
  issueDueStatements,
  scheduleStatements,
} from "./statements/issue-statements.ts";
import { documentWorkflows } from "./workflows.ts";

export const documents: Slice = {
  name: "documents",
  routes: { portal: [documentRoutes], accountant: [accountantDocumentRoutes], staff: [documentStaffRoutes] },
  webhooks: [signingWebhook],
  workflows: documentWorkflows,
  dueJobs: [askAboutSigning, expireUpload, issueDueStatements],
  eventHandlers: {
    "payment.failed": [correctStatements],
    "payment.returned": [correctStatements],
    "payment.submitted": [correctStatements],
    "product.funded": [scheduleStatements],
    "product.funding_returned": [continueStatements],
    "product.status_changed": [continueStatements],
  },
};
