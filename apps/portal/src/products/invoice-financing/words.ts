import { msg } from "@lingui/core/macro";
import type { ProductWords } from "../product-words.ts";

export const invoiceFinancingWords: ProductWords = {
  name: msg`Invoice Financing`,
  what: msg`Get paid now for invoices your customers pay later`,
  several: msg`invoice financing`,
};
