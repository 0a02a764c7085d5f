import { msg } from "@lingui/core/macro";
import type { ProductWords } from "../product-words.ts";

// A cash advance buys future sales, so its texts never call it a loan.
export const cashAdvanceWords: ProductWords = {
  name: msg`Merchant Cash Advance`,
  what: msg`An amount now, in exchange for a share of future sales`,
  several: msg`merchant cash advances`,
};
