// What other slices may ask of the books.
export { balances, entriesOf } from "./balances.ts";
export { houseScope, type Posting, post, postAll, reverse } from "./post.ts";
