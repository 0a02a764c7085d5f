/** The offer workflow steps of a business, with their wire names. */
export const offerSteps = [
  "OFFERS_PENDING",
  "DISPLAY_OFFERS",
  "COLLECT_TAX_ID",
  "COLLECT_PERSONAL_PHONE_NUMBER",
  "COLLECT_PERSONA",
  "SELECT_PRIMARY_BANK_ACCOUNT",
  "COLLECT_LEGAL_AGREEMENTS",
  "OFFER_ACCEPTED",
  "ISSUED_PRODUCT_CREATED",
  "OFFERS_EXPIRED",
  "OFFER_REFRESH_PENDING",
  "NO_OFFERS_EXTENDED",
  "LOAN_APPLICATION_INCOMPLETE",
  "LOAN_APPLICATION_WITHDRAWN",
] as const;
export type OfferStep = (typeof offerSteps)[number];
