import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import type { Locale } from "./templates/email.ts";

export function notificationStaffRoutes({ authenticatedRoute }: Router): void {
  authenticatedRoute(staffCalls.listBusinessEmails, ({ tx, params, query }) =>
    listEmails(tx, params.businessId, query),
  );
}

/** The emails to people of a business. Their parameters stay encrypted: they may hold a code or a link. */
async function listEmails(
  tx: Tx,
  businessId: string,
  { after, limit }: Parsed<typeof staffCalls.listBusinessEmails, "query">,
): Promise<Answer<typeof staffCalls.listBusinessEmails>> {
  let query = tx
    .selectFrom("email as e")
    .select(["e.id", "e.template", "e.locale", "e.recipient", "e.created_at", "e.sent_at"])
    .select(
      sql<boolean>`exists (select from app.event v where v.stream = e.business_id and v.kind = 'email.refused'
        and v.body ->> 'emailId' = e.id::text)`.as("is_refused"),
    )
    .where("e.business_id", "=", businessId);
  if (after)
    query = query.where(
      sql<boolean>`(e.created_at, e.id) < (select a.created_at, a.id from app.email a
        where a.id = ${after}::uuid and a.business_id = ${businessId}::uuid)`,
    );
  const rows = await query
    .orderBy("e.created_at", "desc")
    .orderBy("e.id", "desc")
    .limit(limit + 1)
    .execute();
  return {
    emails: rows.slice(0, limit).map((row) => ({
      id: row.id,
      template: row.template,
      locale: row.locale as Locale,
      recipient: row.recipient,
      state: row.sent_at ? ("SENT" as const) : row.is_refused ? ("REFUSED" as const) : ("WAITING" as const),
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
    })),
    hasMore: rows.length > limit,
  };
}
