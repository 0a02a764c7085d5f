// The exports that other slices may use.
export { balances, entriesOf, owedChanges } from "./balances.ts";
export { checkInvariant, type Invariant, invariants, suspenseBankingDays } from "./invariants.ts";
export { makeMonthsAhead } from "./months.ts";
export { internalScope, type Posting, post, postAll, postAlone, reverse } from "./post.ts";
