// What other slices may ask of the books.
export { balances, entriesOf } from "./balances.ts";
export { internalScope, type Posting, post, postAll, reverse } from "./post.ts";
