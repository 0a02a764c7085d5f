/** The fields of an invoice: days as `yyyy-MM-dd`, amounts as `1234.56`, the rest as written. Null where nothing was found. */
export type InvoiceText = {
  date: string | null;
  dueDate: string | null;
  amount: string | null;
  remainingBalance: string | null;
  terms: string | null;
  payorName: string | null;
  payeeName: string | null;
  payorAddress: string | null;
  payeeAddress: string | null;
  invoiceNumber: string | null;
  currency: string | null;
};

export type Reading = {
  /** How the invoice was read, to compare readers later. */
  model: string;
  executionTimeMs: number;
} & ({ status: "SUCCESS"; invoice: InvoiceText } | { status: "FAIL" | "TIMEOUT" | "FILE_TOO_LARGE"; invoice: null });

/**
 * Reads an invoice. Any file gets an answer within a little more than `readingSeconds` without affecting the process: an unreadable file is
 * a FAIL, not an error.
 */
export type InvoiceReader = { read(contents: Uint8Array): Promise<Reading> };

export const readingSeconds = 10;
export const largestInvoiceBytes = 10_485_760;
