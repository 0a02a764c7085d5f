import type { PartnerBusinessCreate } from "@inlay/contracts/partner/businesses/business.ts";

/** An address as it is stored: every part is present, and a missing part is null. */
export const addressColumn = (address: PartnerBusinessCreate["address"]): string | null =>
  address ? JSON.stringify({ addressLineTwo: null, ...address }) : null;
