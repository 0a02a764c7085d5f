import type { LedgerCheck } from "@inlay/contracts/staff/calls/ledger.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import type { RegularJob } from "../clock/public.ts";
import { asAuditor } from "../db/audit.ts";
import { inScope, staffScope, statement, type Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { checkInvariant, type Invariant, invariants } from "../ledger/public.ts";
import { gauge } from "../metrics.ts";

const name = "ledger.check-invariants";
const mostIds = 20;

export const ledgerViolations = gauge({
  name: "inlay_ledger_violations",
  help: "Violations of each invariant of the ledger at its last check, at most 20 per query; -1 if the check was not completed.",
  labelNames: ["invariant"],
});

/**
 * Checks every invariant of the ledger once a day, over all tenants. Each one that does not hold has a staff task until it holds again. A
 * check that fails, for example by its timeout, counts as not held, because nobody knows.
 */
export const checkLedger: RegularJob = {
  name,
  everyMs: 86_400_000,
  run: async (app, now) => {
    const { ENGINE_DATABASE_URL: engineUrl } = app.config;
    if (!engineUrl) throw new Error("The check of the ledger needs ENGINE_DATABASE_URL.");
    await asAuditor(engineUrl, async (auditor) => {
      for (const invariant of invariants) {
        const ids = await checkInvariant(auditor, invariant, dateAt(now)).then(
          (finding) => finding.ids,
          (error) => {
            app.log.error("an invariant of the ledger could not be checked", { job: name, error });
            return null;
          },
        );
        await inScope(app.pool, staffScope, (tx) => saveOutcome(tx, invariant, ids, now));
        app.metrics.of(ledgerViolations).set({ invariant: invariant.name }, ids?.length ?? -1);
        if (ids && ids.length > 0)
          app.log.error(`the invariant ${invariant.name} of the ledger does not hold`, {
            job: name,
            count: ids.length,
          });
      }
    });
  },
};

/** Saves an outcome, and opens or closes the task about its invariant. `ids` is null if the check was not completed. */
async function saveOutcome(tx: Tx, invariant: Invariant, ids: string[] | null, now: Date): Promise<void> {
  const isOk = ids && ids.length === 0;
  const [row] = await statement<{ id: string }>(
    tx,
    `insert into app.ledger_check as c (number, name, ran_at, is_ok, failing_since, sample)
     values ($1, $2, $3::timestamptz, $4::boolean, case when $4::boolean then null else $3::timestamptz end, $5)
     on conflict (number) do update set ran_at = excluded.ran_at, is_ok = excluded.is_ok, sample = excluded.sample,
       failing_since = case when excluded.is_ok then null else coalesce(c.failing_since, excluded.ran_at) end
     returning id`,
    [invariant.number, invariant.name, now, isOk, (ids ?? []).slice(0, mostIds)],
  );
  if (!row) throw new Error("the outcome of a ledger check was not saved");
  const task = { kind: "LEDGER_INVARIANT_FAILED", subjectId: row.id } as const;
  const dueAt = easternInstant(addBankingDays(dateAt(now), 1), clock(17, 0));
  if (isOk) await closeTask(tx, task);
  else await openTask(tx, { ...task, platformId: staffScope.platformId, businessId: null, dueAt });
}

export function ledgerCheckRoutes({ authenticatedRoute }: Router): void {
  authenticatedRoute(staffCalls.listLedgerChecks, async ({ tx }) => ({ checks: await lastChecks(tx) }));
}

type Row = Omit<LedgerCheck, "ranAt" | "failingSince"> & { ranAt: Date; failingSince: Date | null };

async function lastChecks(tx: Tx): Promise<LedgerCheck[]> {
  const rows = await statement<Row>(
    tx,
    `select id, number, name, ran_at as "ranAt", is_ok as "isOk", failing_since as "failingSince", sample
     from app.ledger_check order by number`,
    [],
  );
  return rows.map(({ ranAt, failingSince, ...check }) => ({
    ...check,
    ranAt: ranAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
  }));
}
