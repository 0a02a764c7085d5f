import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";

export type InvoiceProduct = InvoiceLine["productType"];

/** What invoice financing and accounts-payable financing say differently. */
export type InvoiceKind = {
  isBill: boolean;
  /** The column of the amount. */
  value: string;
  amountLabel: string;
  /** Who is paid, or pays, the invoice. */
  partyLabel: string;
  /** What is paid out, and to whom. */
  payoutLabel: string;
  /** What a file must be like. */
  uploadHints: readonly string[];
  /** What happens to the invoice itself. */
  afterwards: string;
  /** What the lead of the confirmation says. */
  confirmed: string;
};

/** The pages are given what differs by their product. */
export type WithKind<Props> = Props & { kind: InvoiceKind };
