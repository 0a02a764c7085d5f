import { getNoticePdf, listNotices, openNotice } from "@inlay/contracts/calls/notices.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { AppContext } from "../../context.ts";
import { record } from "../../db/record.ts";
import type { Router } from "../../http/public.ts";
import { listNoticesForStaff, listNoticesOf, noteOpened, readNoticePdf, readNoticeText } from "./stored-notice.ts";

export function noticeRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(listNotices, ({ tx, caller }) => listNoticesOf(tx, caller));
  authenticatedRoute(
    openNotice,
    ({ caller, params }) => readNoticeText(app, { ...caller, noticeId: params.id, person: caller }),
    async ({ tx, caller, params, ready, requestId }) => {
      await noteOpened(tx, caller, params.id, requestId);
      return ready;
    },
  );
  authenticatedRoute(
    getNoticePdf,
    ({ caller, params }) => readNoticePdf(app, { ...caller, noticeId: params.id, person: caller }),
    async ({ ready }) => ready,
  );
}

export function noticeStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.listBusinessNotices, ({ tx, params }) => listNoticesForStaff(tx, params.businessId));
  // The file is read before the transaction begins. It is handed out only with its event.
  authenticatedRoute(
    staffCalls.printNotice,
    async ({ caller: { platformId }, params: { businessId, noticeId } }) =>
      readNoticePdf(app, { platformId, businessId, noticeId, person: null }),
    async ({ tx, caller, params: { businessId, noticeId }, ready, requestId }) => {
      const { application_id: applicationId } = await tx
        .selectFrom("adverse_action_notice")
        .select("application_id")
        .where("id", "=", noticeId)
        .executeTakeFirstOrThrow();
      await record(tx, {
        platformId: caller.platformId,
        businessId,
        kind: "notice.printed",
        action: "staff.notice.print",
        body: { noticeId, applicationId },
        object: { kind: "notice", id: noticeId },
        actor: { kind: "STAFF", id: caller.memberId },
        requestId,
      });
      return ready;
    },
  );
}
