import type { Answer } from "@inlay/contracts/call.ts";
import type { listNotices, openNotice } from "@inlay/contracts/calls/notices.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { NoticeText } from "@inlay/contracts/notice.ts";
import type { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { AdverseAction } from "@inlay/lending/underwriting/denial-reasons.ts";
import { closeTask } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import { businessNow } from "../../db/business-now.ts";
import { record } from "../../db/record.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import type { CleanKey } from "../../providers/files/port.ts";
import { decryptNested, keysOf } from "../decisions/nested-encryption.ts";
import type { Tenant } from "../reports.ts";
import { settleClock } from "./clocks.ts";

export const aboutText = (id: string) => `notice/${id}`;
export const aboutPdf = (id: string) => `notice-pdf/${id}`;
export const fileKeyOf = ({ platformId, businessId }: Tenant, id: string): CleanKey =>
  `clean/${platformId}/${businessId}/${id}-notice`;

const notFound = () => new Refusal("NOT_FOUND", { context: { object: "notice" } });
const mostRows = 100;
const mostBytes = 2_000_000;

const noticesOf = (tx: Tx, businessId: string) =>
  tx.selectFrom("adverse_action_notice as n").where("n.business_id", "=", businessId);

/**
 * The notices that an owner may read: those of the business as its primary owner, and a private one only as the person whom it is about,
 * whatever their role.
 */
const readableBy = (tx: Tx, { businessId, userId, roles }: Person) =>
  noticesOf(tx, businessId).where((eb) =>
    eb.or([
      eb.and([eb("n.owner_id", "is", null), eb.val(roles.includes("PRIMARY_OWNER"))]),
      eb.exists(
        eb
          .selectFrom("business_owner as o")
          .select("o.id")
          .whereRef("o.id", "=", "n.owner_id")
          .where("o.user_id", "=", userId),
      ),
    ]),
  );

const summaryColumns = ["n.id", "n.application_id", "n.action", "n.owner_id", "n.issued_at"] as const;
type SummaryRow = { id: string; application_id: string; action: string; owner_id: string | null; issued_at: Date };
const summaryOf = ({ id, application_id, action, owner_id, issued_at }: SummaryRow) => ({
  id,
  loanApplicationId: application_id,
  action: action as AdverseAction,
  isPrivate: owner_id !== null,
  issuedAt: issued_at.toISOString(),
});

export async function listNoticesOf(tx: Tx, caller: Person): Promise<Answer<typeof listNotices>> {
  const rows = await readableBy(tx, caller)
    .select(summaryColumns)
    .orderBy("n.issued_at", "desc")
    .orderBy("n.owner_id", (order) => order.asc().nullsFirst())
    .orderBy("n.id")
    .limit(mostRows)
    .execute();
  return { notices: rows.map(summaryOf) };
}

/** The notices of a business with what is known of their delivery, for staff. Their texts stay encrypted. */
export async function listNoticesForStaff(
  tx: Tx,
  businessId: string,
): Promise<Answer<typeof staffCalls.listBusinessNotices>> {
  const rows = await noticesOf(tx, businessId)
    .innerJoin("notice_clock as c", "c.id", "n.clock_id")
    .select(summaryColumns)
    .select(["n.sent_at", "n.refused_at", "n.delivered_at", "c.due_at"])
    .orderBy("n.issued_at", "desc")
    .orderBy("n.id")
    .limit(mostRows)
    .execute();
  return {
    notices: rows.map((row) => ({
      ...summaryOf(row),
      ownerId: row.owner_id,
      dueAt: row.due_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
      refusedAt: row.refused_at?.toISOString() ?? null,
      deliveredAt: row.delivered_at?.toISOString() ?? null,
    })),
  };
}

/** Who asks for the contents of a notice: an owner, or staff with the permission to print it. */
type Asker = Tenant & { noticeId: string; person: Person | null };

/** The id, the keys and the language of a notice that the caller may read. A key that was destroyed leaves nothing to read. */
async function findReadable(app: AppContext, { platformId, businessId, noticeId, person }: Asker) {
  const tenant = { platformId, businessId };
  const row = await inScope(app.pool, tenant, (tx) =>
    (person ? readableBy(tx, person) : noticesOf(tx, businessId))
      .select(["n.id", "n.locale", "n.key_owner_ids", "n.encrypted_text"])
      .where("n.id", "=", noticeId)
      .executeTakeFirst(),
  );
  const keys = row && (await keysOf(app, tenant, row.key_owner_ids));
  if (!row || !keys) throw notFound();
  return { row, keys, tenant };
}

export async function readNoticeText(app: AppContext, asker: Asker): Promise<Answer<typeof openNotice>> {
  const { row, keys } = await findReadable(app, asker);
  const text = await decryptNested(keys, row.encrypted_text, aboutText(row.id));
  return {
    id: row.id,
    locale: row.locale as "en" | "es",
    text: JSON.parse(text.toString()) as { en: NoticeText; es: NoticeText },
  };
}

export async function readNoticePdf(app: AppContext, asker: Asker) {
  const { row, keys, tenant } = await findReadable(app, asker);
  const encrypted = await app.files.get(fileKeyOf(tenant, row.id), mostBytes);
  if (!encrypted) throw notFound();
  const pdf = await decryptNested(keys, encrypted, aboutPdf(row.id));
  return { fileName: `notice-${row.id.slice(0, 8)}.pdf`, contents: new Uint8Array(pdf) };
}

/** The reader has the notice before them. The first time is the evidence of its delivery. */
export async function noteOpened(tx: Tx, caller: Person, noticeId: string, requestId: string): Promise<void> {
  const { platformId, businessId, userId } = caller;
  const opened = await tx
    .updateTable("adverse_action_notice")
    .set({ delivered_at: await businessNow(tx, businessId) })
    .where("id", "=", noticeId)
    .where("delivered_at", "is", null)
    .returning(["clock_id", "application_id"])
    .executeTakeFirst();
  if (!opened) return;
  await closeTask(tx, { kind: "NOTICE_UNDELIVERED", subjectId: noticeId });
  await settleClock(tx, businessId, opened.clock_id);
  await record(tx, {
    platformId,
    businessId,
    kind: "notice.opened",
    action: "notice.open",
    body: { noticeId, applicationId: opened.application_id },
    object: { kind: "notice", id: noticeId },
    actor: { kind: "USER", id: userId },
    requestId,
  });
}
