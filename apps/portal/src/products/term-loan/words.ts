import { msg } from "@lingui/core/macro";
import type { ProductWords } from "../product-words.ts";

export const termLoanWords: ProductWords = {
  name: msg`Term Loan`,
  what: msg`One amount now, repaid in equal monthly payments`,
  several: msg`term loans`,
};
