import { z } from "zod/mini";
import { fileAnswer } from "../../file-answer.ts";
import { uuid } from "../../ids.ts";
import { noticeSummary } from "../../notice.ts";
import { staffCall } from "./staff-call.ts";

const maybeTime = z.nullable(z.iso.datetime());

/** Notices about decisions: when each is due, what is known of its delivery, and a print for the mail. */
export const notices = {
  listBusinessNotices: staffCall("/api/staff/v1/businesses/:businessId/notices", {
    method: "GET",
    action: "staff.notice.view",
    summary: "Lists the last 100 notices about decisions that a business and its owners were sent, the newest first.",
    params: z.object({ businessId: uuid }),
    answer: z.object({
      notices: z.array(
        z.extend(noticeSummary, {
          /** The owner whom a private notice is for. */
          ownerId: z.nullable(uuid),
          dueAt: z.iso.datetime(),
          sentAt: maybeTime,
          refusedAt: maybeTime,
          deliveredAt: maybeTime,
        }),
      ),
    }),
  }),
  printNotice: staffCall("/api/staff/v1/businesses/:businessId/notices/:noticeId/print", {
    method: "POST",
    action: "staff.notice.print",
    summary: "Reads the PDF of a notice, to send it by mail. Each print is recorded.",
    params: z.object({ businessId: uuid, noticeId: uuid }),
    answer: fileAnswer,
    file: "application/pdf",
  }),
};
