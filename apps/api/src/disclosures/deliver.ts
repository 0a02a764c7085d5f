import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { originalKeyOf, sha256Of } from "../documents/public.ts";
import type { Tenant } from "./chosen-offer.ts";

const largestFormBytes = 5 * 1024 * 1024;

/** A stored form that no other has superseded. Refuses any other. */
export async function readDisclosure(tx: Tx, { businessId }: Tenant, id: string, lock: "locked" | "not locked") {
  const query = tx.selectFrom("disclosure").selectAll().where("id", "=", id).where("business_id", "=", businessId);
  const row = await (lock === "locked" ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "disclosure" } });
  if (row.superseded_by) throw new Refusal("DISCLOSURE_SUPERSEDED");
  return row;
}

/** The bytes of a form, exactly as they were rendered. */
export async function readForm(app: AppContext, tenant: Tenant, id: string): Promise<Buffer> {
  const row = await inScope(app.pool, tenant, (tx) => readDisclosure(tx, tenant, id, "not locked"));
  const pdf = await app.files.get(originalKeyOf({ ...tenant, id }), largestFormBytes);
  if (!pdf || !sha256Of(pdf).equals(row.document_sha256))
    throw new Error("the stored form is not the one that was rendered");
  return pdf;
}

type Recipient = Tenant & { userId: string; address: string; userAgent: string; requestId: string };

/** Records that the primary owner was sent these bytes. Only the first delivery is evidence. */
export async function recordDelivery(tx: Tx, to: Recipient, id: string, pdf: Buffer): Promise<void> {
  const row = await readDisclosure(tx, to, id, "locked");
  if (row.delivered_at) return;
  const sha256 = sha256Of(pdf);
  await tx
    .updateTable("disclosure")
    .set({
      delivered_at: sql<Date>`now()`,
      delivered_to: to.userId,
      delivered_ip: to.address,
      delivered_user_agent: to.userAgent,
      delivered_sha256: sha256,
    })
    .where("id", "=", id)
    .execute();
  await record(tx, {
    platformId: to.platformId,
    businessId: to.businessId,
    kind: "disclosure.delivered",
    action: "disclosure.deliver",
    body: { disclosureId: id, offerId: row.offer_id, sha256: sha256.toString("hex") },
    object: { kind: "disclosure", id },
    before: { deliveredTo: null },
    after: { deliveredTo: to.userId },
    actor: { kind: "USER", id: to.userId },
    requestId: to.requestId,
  });
}
