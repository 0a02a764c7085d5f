import { z } from "zod/mini";
import { call } from "../call.ts";
import { fileAnswer } from "../file-answer.ts";
import { uuid } from "../ids.ts";
import { notice, noticeSummary } from "../notice.ts";

const params = z.object({ id: uuid });

export const listNotices = call({
  method: "GET",
  path: "/api/v1/notices",
  audience: "portal",
  slice: "underwriting",
  action: "notice.view",
  summary:
    "Lists the notices about decisions that the caller may read, the newest first: those of the business for its primary owner, and to each owner those about their own credit report.",
  answer: z.object({ notices: z.array(noticeSummary) }),
});

export const openNotice = call({
  method: "POST",
  path: "/api/v1/notices/:id/open",
  audience: "portal",
  slice: "underwriting",
  action: "notice.view",
  summary: "Reads a notice as it was sent. The first time it is recorded as delivered.",
  params,
  answer: notice,
});

export const getNoticePdf = call({
  method: "GET",
  path: "/api/v1/notices/:id/pdf",
  audience: "portal",
  slice: "underwriting",
  action: "notice.view",
  summary: "Reads the PDF of a notice.",
  params,
  answer: fileAnswer,
  file: "application/pdf",
});
