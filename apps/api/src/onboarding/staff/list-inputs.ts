import type { AdditionalInputRow } from "@inlay/contracts/staff/shapes.ts";
import type { Tx } from "../../db/scope.ts";

/** The additional inputs that were requested of the owners of a business, newest first. */
export async function listInputs(tx: Tx, businessId: string): Promise<AdditionalInputRow[]> {
  const rows = await tx
    .selectFrom("additional_input")
    .select(["id", "sub_step", "owner_id", "raised_by", "raised_at", "done_at", "released_at"])
    .where("business_id", "=", businessId)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    subStep: row.sub_step as AdditionalInputRow["subStep"],
    ownerId: row.owner_id,
    raisedBy: row.raised_by as AdditionalInputRow["raisedBy"],
    raisedAt: row.raised_at.toISOString(),
    state: row.done_at ? "DONE" : row.released_at ? "RELEASED" : "OPEN",
  }));
}
