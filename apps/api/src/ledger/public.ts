// The exports that other slices may use.
export { balances, entriesOf } from "./balances.ts";
export { internalScope, type Posting, post, postAll, reverse } from "./post.ts";
