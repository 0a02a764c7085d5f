import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DueJob } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { inNoScope, inScope, type Tx } from "../db/scope.ts";
import type { WebhookHandler } from "../http/public.ts";
import type { VerificationWebhook } from "../providers/business-verification/port.ts";
import { startWorkflow } from "../workflows/public.ts";
import type { Tenant } from "./reports.ts";

/** A webhook only triggers a reading from the vendor. An unknown verification is answered so that the vendor retries. */
export async function handleVerifierWebhook(
  app: AppContext,
  { what }: VerificationWebhook,
): Promise<"HANDLED" | "NOT_YET"> {
  if (what.kind === "OTHER") return "HANDLED";
  const tenant = await inNoScope(app.pool, async (tx) => {
    const { rows } = await sql<Tenant>`
      select platform_id as "platformId", business_id as "businessId" from app.find_report(${what.verificationId})`.execute(
      tx,
    );
    return rows[0];
  });
  if (!tenant) return "NOT_YET";
  await inScope(app.pool, tenant, (tx) => askIfPending(tx, tenant));
  return "HANDLED";
}

async function askIfPending(tx: Tx, tenant: Tenant): Promise<void> {
  const pending = await tx
    .selectFrom("report")
    .select("id")
    .where("business_id", "=", tenant.businessId)
    .where("outcome", "=", "PENDING")
    .executeTakeFirst();
  if (pending) await startWorkflow(tx, "read-verification", { ...tenant, id: uuidv7() });
}

const askAgainAfterMs = 6 * 3_600_000;

/** Reads a pending verification again when no webhook has arrived for hours. */
export const askVerifierAgain: DueJob = {
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

export const verifierWebhook = (app: AppContext): WebhookHandler<VerificationWebhook> => ({
  job: "business-verification",
  read: (request) => app.businessVerification.readWebhook(request),
  handle: (webhook) => handleVerifierWebhook(app, webhook),
});
