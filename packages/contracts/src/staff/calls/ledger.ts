import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { staffCall } from "./staff-call.ts";

const ledgerCheck = z.object({
  id: uuid,
  number: z.int(),
  name: z.string(),
  ranAt: z.iso.datetime(),
  /** Null if the check could not be completed. */
  isOk: z.nullable(z.boolean()),
  failingSince: z.nullable(z.iso.datetime()),
  /** Ids of violations: journals, payment orders, bank lines, products or books. */
  sample: z.array(z.string()),
});
export type LedgerCheck = z.infer<typeof ledgerCheck>;

/** The nightly check of the ledger. */
export const ledger = {
  listLedgerChecks: staffCall("/api/staff/v1/ledger-checks", {
    method: "GET",
    action: "staff.ledger-check.view",
    summary: "Lists the last check of each invariant of the ledger.",
    answer: z.object({ checks: z.array(ledgerCheck) }),
  }),
};
