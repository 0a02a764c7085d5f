import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DueKind } from "../clock/public.ts";
import { inNoScope, inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import type { VerificationNews } from "../providers/business-verification/port.ts";
import { openStory } from "../workflows/public.ts";
import type { Whose } from "./reports.ts";

/** A message about a verification only makes us ask. One that we do not know yet comes again. */
export async function hearVerifier(house: House, { what }: VerificationNews): Promise<"HEARD" | "NOT_YET"> {
  if (what.kind === "OTHER") return "HEARD";
  const whose = await inNoScope(house.pool, async (tx) => {
    const { rows } = await sql<Whose>`
      select platform_id as "platformId", business_id as "businessId" from app.find_report(${what.verificationId})`.execute(
      tx,
    );
    return rows[0];
  });
  if (!whose) return "NOT_YET";
  await inScope(house.pool, whose, (tx) => askIfPending(tx, whose));
  return "HEARD";
}

async function askIfPending(tx: Tx, whose: Whose): Promise<void> {
  const pending = await tx
    .selectFrom("report")
    .select("id")
    .where("business_id", "=", whose.businessId)
    .where("outcome", "=", "PENDING")
    .executeTakeFirst();
  if (pending) await openStory(tx, "read-verification", { ...whose, id: uuidv7() });
}

const askAgainAfterMs = 6 * 3_600_000;

/** A verification that nobody told us about for hours is asked for. */
export const askVerifierAgain: DueKind = {
  name: "report.ask-again",
  table: "report",
  act: async (tx, { platformId, businessId, id }, now) => {
    await tx
      .updateTable("report")
      .set({ next_action_at: new Date(now.getTime() + askAgainAfterMs) })
      .where("id", "=", id)
      .execute();
    if (businessId) await askIfPending(tx, { platformId, businessId });
  },
};
