import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import type { ApplicationToDecide } from "@inlay/contracts/staff/calls/applications.ts";
import type { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { decideBy } from "@inlay/lending/applications/deadlines.ts";
import { sql } from "kysely";
import { inAnotherScope, type Tx } from "../../db/scope.ts";

/** The applications of all tenants that wait for a decision or for capital, the oldest promise first. */
export async function listApplicationsToDecide(
  tx: Tx,
  { after, limit }: Parsed<typeof staffCalls.listApplicationsToDecide, "query">,
): Promise<Answer<typeof staffCalls.listApplicationsToDecide>> {
  const { rows } = await sql<{ id: string; platformId: string }>`
    select id, platform_id as "platformId"
    from app.list_applications_to_decide(${after ?? null}::uuid, ${limit + 1})`.execute(tx);
  const listed = rows.slice(0, limit);
  const described = new Map<string, ApplicationToDecide>();
  for (const [platformId, same] of Map.groupBy(listed, (row) => row.platformId))
    await inAnotherScope(tx, { platformId, businessId: "whole platform" }, async () => {
      const ids = same.map(({ id }) => id);
      for (const one of await describe(tx, ids)) described.set(one.applicationId, one);
    });
  return { applications: listed.flatMap(({ id }) => described.get(id) ?? []), hasMore: rows.length > limit };
}

async function describe(tx: Tx, ids: readonly string[]): Promise<ApplicationToDecide[]> {
  const rows = await tx
    .selectFrom("loan_application as a")
    .innerJoin("business as b", "b.id", "a.business_id")
    .innerJoin("platform as p", "p.id", "a.platform_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("decision as d")
          .select(["d.id", "d.outcome", "d.review", "d.decided_at"])
          .whereRef("d.application_id", "=", "a.id")
          .whereRef("d.round", "=", "a.round")
          .orderBy("d.number", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("owner_statement as s")
          .select("s.amount_requested_cents")
          .whereRef("s.business_id", "=", "a.business_id")
          .orderBy("s.given_at", "desc")
          .limit(1)
          .as("statement"),
      (join) => join.onTrue(),
    )
    .select(["a.id", "a.business_id", "a.platform_id", "a.product", "a.status"])
    .select(["a.received_at", "a.completed_at", "a.promised_at"])
    .select(["b.name", "p.name as platform_name", "statement.amount_requested_cents"])
    .select(sql<string>`app.business_reference(b.id)`.as("reference"))
    .select(["last.id as decision_id", "last.outcome", "last.review", "last.decided_at"])
    .where("a.id", "in", ids)
    .execute();
  return rows.flatMap((row) => {
    const { completed_at, promised_at } = row;
    if (!completed_at || !promised_at) return [];
    return [
      {
        applicationId: row.id,
        businessId: row.business_id,
        businessName: row.name,
        reference: row.reference,
        platformId: row.platform_id,
        platformName: row.platform_name,
        product: row.product as ApplicationToDecide["product"],
        status: row.status as ApplicationToDecide["status"],
        amountRequestedCents: row.amount_requested_cents === null ? null : Number(row.amount_requested_cents),
        receivedAt: row.received_at.toISOString(),
        completedAt: completed_at.toISOString(),
        promisedAt: promised_at.toISOString(),
        decideBy: decideBy(completed_at).toISOString(),
        lastDecision:
          row.decision_id === null || row.decided_at === null
            ? null
            : {
                id: row.decision_id,
                outcome: row.outcome as "OFFERS" | "NO_OFFERS" | "REVIEW",
                review: row.review as NonNullable<ApplicationToDecide["lastDecision"]>["review"],
                decidedAt: row.decided_at.toISOString(),
              },
      },
    ];
  });
}
