import { msg } from "@lingui/core/macro";
import type { ProductWords } from "../product-words.ts";

export const payablesFinancingWords: ProductWords = {
  name: msg`Accounts payable financing`,
  what: msg`We pay your suppliers now, and you pay us back later`,
};
