import { msg } from "@lingui/core/macro";
import type { ProductWords } from "../product-words.ts";

// A cash advance buys future sales, so its texts never call it a loan.
export const integratedCashAdvanceWords: ProductWords = {
  name: msg`Integrated Merchant Cash Advance`,
  what: msg`An amount now, settled from your card sales as they happen`,
  several: msg`integrated merchant cash advances`,
};
