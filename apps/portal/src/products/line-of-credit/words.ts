import { msg } from "@lingui/core/macro";
import type { ProductWords } from "../product-words.ts";

export const lineOfCreditWords: ProductWords = {
  name: msg`Line of Credit`,
  what: msg`Draw what you need, when you need it`,
  several: msg`lines of credit`,
};
