/** What came to one of our addresses for a vendor's messages: the text as it was sent, to the byte, and its headers. */
export type WebhookRequest = {
  body: string;
  headers: Record<string, string | string[] | undefined>;
  /** What stood behind the address: some vendors put their signature there. */
  query?: Record<string, unknown>;
};

/** Not signed by the vendor, not what was signed, or too old. */
export class WebhookRefused extends Error {}
