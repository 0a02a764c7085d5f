/** What stands on an invoice: days as `yyyy-MM-dd`, amounts as `1234.56`, the rest as written. Null where nothing was found. */
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
  /** How it was read, for whoever compares two ways of reading later. */
  model: string;
  executionTimeMs: number;
} & ({ status: "SUCCESS"; invoice: InvoiceText } | { status: "FAIL" | "TIMEOUT" | "FILE_TOO_LARGE"; invoice: null });

/**
 * Reads an invoice. Whatever the file is, there is an answer within `readingSeconds` and a little, and nothing else suffers: a file that
 * cannot be read is a FAIL, not a fault.
 */
export type InvoiceReader = { read(contents: Uint8Array): Promise<Reading> };

export const readingSeconds = 10;
export const largestInvoiceBytes = 10_485_760;
