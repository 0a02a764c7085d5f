import {
  type SettingsOf,
  sandboxUrl,
  sharedSecret,
  text,
  type VendorConfig,
  webhookUrl,
} from "../../../environment.ts";

export const plaid = {
  name: "plaid",
  title: "Plaid, bank linking",
  variables: {
    PLAID_URL: sandboxUrl("/plaid", "The vendor's API."),
    PLAID_SCRIPT_URL: sandboxUrl(
      "/plaid/link/v2/stable/link-initialize.js",
      "The vendor's script, which the portal loads from the vendor's host.",
    ),
    PLAID_CLIENT_ID: text("sandbox", "The client id."),
    PLAID_SECRET: sharedSecret("The client secret."),
    PLAID_WEBHOOK_URL: webhookUrl("bank-linking", "The URL to which the vendor posts webhooks about linked banks."),
  },
} satisfies VendorConfig;

export type PlaidSettings = SettingsOf<(typeof plaid)["variables"]>;
