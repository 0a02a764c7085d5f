import { msg } from "@lingui/core/macro";
import type { ProductWords } from "../product-words.ts";

export const payablesFinancingWords: ProductWords = {
  name: msg`Accounts Payable Financing`,
  what: msg`We pay your suppliers now, and you pay us back later`,
  several: msg`accounts payable financing`,
};
