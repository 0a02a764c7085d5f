import type { PortalCallName } from "./all.ts";

/** Calls that are described but have no route yet. A call leaves this list when its route is built. */
export const later = [
  "autoParseInvoice",
  "downloadInvoiceHistory",
  "advanceInvoice",
] as const satisfies readonly PortalCallName[];
