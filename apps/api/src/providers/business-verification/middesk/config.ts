import {
  type SettingsOf,
  sandboxUrl,
  sharedSecret,
  timeoutMs,
  type VendorConfig,
  webhookUrl,
} from "../../../environment.ts";

export const middesk = {
  name: "middesk",
  title: "Middesk, business verification",
  variables: {
    MIDDESK_URL: sandboxUrl("/middesk", "The vendor's API."),
    MIDDESK_API_KEY: sharedSecret("The API key."),
    MIDDESK_WEBHOOK_SECRET: sharedSecret("The secret with which the vendor signs webhooks."),
    MIDDESK_TIMEOUT_MS: timeoutMs(10_000, "The timeout of a request."),
  },
  sandboxVariables: {
    MIDDESK_WEBHOOK_URL: webhookUrl("business-verification", "The URL to which the sandbox posts webhooks."),
  },
} satisfies VendorConfig;

export type MiddeskSettings = SettingsOf<(typeof middesk)["variables"]>;
