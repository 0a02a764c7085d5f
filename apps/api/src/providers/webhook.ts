/** A vendor's webhook request: the unchanged body, byte for byte, and its headers. */
export type WebhookRequest = {
  body: string;
  headers: Record<string, string | string[] | undefined>;
  /** The query of the URL: some vendors put their signature there. */
  query?: Record<string, unknown>;
};

/** The webhook is not signed by the vendor, was altered, or is too old. */
export class WebhookRefused extends Error {}
