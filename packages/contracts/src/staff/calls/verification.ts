import { z } from "zod/mini";
import { outcome, reason } from "../shapes.ts";
import { staffCall, taskParams } from "./staff-call.ts";

const body = z.strictObject({ reason });

/** Persons and businesses that the reports do not confirm. The task that says so names them in the path. */
export const verification = {
  askCoOwnerAgain: staffCall("/api/staff/v1/tasks/:taskId/co-owner/ask-again", {
    method: "POST",
    action: "staff.co-owner.ask-again",
    summary: "Asks an unverified co-owner once more to check their details, and emails them a sign-in link.",
    params: taskParams,
    body,
    answer: outcome,
  }),
  waiveCoOwnerVerification: staffCall("/api/staff/v1/tasks/:taskId/co-owner/waive", {
    method: "POST",
    action: "staff.co-owner.waive-verification",
    summary:
      "Requests that an unverified co-owner counts as complete without a usable report; a second person approves.",
    params: taskParams,
    body,
    answer: outcome,
    status: 202,
  }),
  allowIdentityInquiry: staffCall("/api/staff/v1/tasks/:taskId/identity-inquiry/allow-retry", {
    method: "POST",
    action: "staff.identity-inquiry.allow-retry",
    summary: "Allows an owner whose identity verification failed to verify their identity once more.",
    params: taskParams,
    body,
    answer: outcome,
  }),
  pullReportAgain: staffCall("/api/staff/v1/tasks/:taskId/report/pull-again", {
    method: "POST",
    action: "staff.report.pull-again",
    summary: "Requests an inconclusive report from its vendor once more.",
    params: taskParams,
    body,
    answer: outcome,
  }),
  acceptReport: staffCall("/api/staff/v1/tasks/:taskId/report/accept", {
    method: "POST",
    action: "staff.report.accept",
    summary: "Requests that the application goes on with an inconclusive report as it is; a second person approves.",
    params: taskParams,
    body,
    answer: outcome,
    status: 202,
  }),
};
