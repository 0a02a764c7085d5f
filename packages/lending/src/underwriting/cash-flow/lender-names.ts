/** Lenders and cash-advance companies that banks write into transaction texts. A text that contains one is a payment to or from a lender. */
const knownLenders = [
  "AMERICAN EXPRESS BUSINESS LOAN",
  "BLUEVINE",
  "CAN CAPITAL",
  "CELTIC BANK",
  "CREDIBLY",
  "EVEREST BUSINESS FUNDING",
  "FORA FINANCIAL",
  "FORWARD FINANCING",
  "FUNDBOX",
  "GREENBOX CAPITAL",
  "KABBAGE",
  "LENDIO",
  "LIBERTAS",
  "MULLIGAN FUNDING",
  "NATIONAL FUNDING",
  "ONDECK",
  "ON DECK CAPITAL",
  "PAYPAL WORKING CAPITAL",
  "PEARL CAPITAL",
  "RAPID FINANCE",
  "RELIANT FUNDING",
  "SHOPIFY CAPITAL",
  "SQUARE CAPITAL",
  "SQUARE LOAN",
  "STRIPE CAPITAL",
  "TOAST CAPITAL",
  "YELLOWSTONE CAPITAL",
] as const;

/** Words in the name of a company that lends. They count only for payments that recur with the same amount. */
const lenderWords = /\b(CAPITAL|FUNDING|FINANC(E|IAL|ING)|LENDING|LOANS?|LEASING|CREDIT UNION|CASH ADVANCE)\b/;

export const namesKnownLender = (text: string): boolean => {
  const upper = text.toUpperCase();
  return knownLenders.some((lender) => upper.includes(lender));
};

export const soundsLikeLender = (text: string): boolean => lenderWords.test(text.toUpperCase());

/** Words that banks add to the name of the other party. */
const noise =
  /\b(ACH|DEBIT|CREDIT|PMT|PYMT|PAYMENT|PAYMENTS|AUTOPAY|ONLINE|WEB|PPD|CCD|ID|DES|INDN|CO|INC|LLC|CORP|THE|TO|FROM|LOAN)\b/g;

/** The name under which payments to one lender are added up: the merchant's name, or the text without numbers and the bank's words. */
export function lenderOf({ name, merchantName }: { name: string; merchantName: string | null }): string {
  const cleaned = (merchantName ?? name)
    .toUpperCase()
    .replace(/[^A-Z ]+/g, " ")
    .replace(noise, " ")
    .replace(/\s+/g, " ")
    .trim();
  return cleaned || (merchantName ?? name).toUpperCase().trim();
}
