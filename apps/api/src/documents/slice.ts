import type { Slice } from "../slice.ts";
import { expireUpload } from "./expire-upload.ts";
import { askAboutSigning, signingWebhook } from "./follow-signing.ts";
import { accountantDocumentRoutes, documentRoutes } from "./routes.ts";
import { documentStaffRoutes } from "./staff-routes.ts";
import { documentWorkflows } from "./workflows.ts";

export const documents: Slice = {
  name: "documents",
  routes: { portal: [documentRoutes], accountant: [accountantDocumentRoutes], staff: [documentStaffRoutes] },
  webhooks: [signingWebhook],
  workflows: documentWorkflows,
  dueJobs: [askAboutSigning, expireUpload],
};
