import { areMicroEntriesUnusual, type MicroEntryCounts } from "@inlay/lending/banking/micro-entries.ts";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { returnRateDays } from "@inlay/lending/payments/return-rates.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import type { RegularJob } from "../clock/public.ts";
import { inScope, staffScope, statement } from "../db/scope.ts";
import { internalScope } from "../ledger/public.ts";

const hourMs = 3_600_000;

/**
 * Watches how many micro-entries of all platforms are sent and returned, which the network asks for because they are used to probe accounts
 * of other people. The task is closed when the counts are ordinary again.
 */
export const watchMicroEntries: RegularJob = {
  name: "payments.watch-micro-entries",
  everyMs: hourMs,
  run: async ({ pool }, now) => {
    const today = dateAt(now);
    const [counts] = await inScope(pool, internalScope, (tx) =>
      statement<MicroEntryCounts>(tx, "select * from app.count_micro_entries($1, $2)", [
        addDays(today, -returnRateDays),
        today,
      ]),
    );
    if (!counts) throw new Error("the count query returned no row");
    const { platformId } = staffScope;
    const task = { kind: "MICRO_ENTRY_ALARM", subjectId: platformId } as const;
    await inScope(pool, { platformId, businessId: "whole platform" }, (tx) =>
      areMicroEntriesUnusual(counts)
        ? openTask(tx, { ...task, platformId, businessId: null, dueAt: now })
        : closeTask(tx, task),
    );
  },
};
