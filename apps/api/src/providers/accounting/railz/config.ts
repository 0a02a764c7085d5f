import {
  type SettingsOf,
  sandboxUrl,
  sharedSecret,
  text,
  type VendorConfig,
  webhookUrl,
} from "../../../environment.ts";

export const railz = {
  name: "railz",
  title: "Railz, accounting data",
  variables: {
    RAILZ_AUTH_URL: sandboxUrl("/railz", "The vendor's host for access tokens."),
    RAILZ_URL: sandboxUrl("/railz", "The vendor's API."),
    RAILZ_CLIENT_ID: text("sandbox", "The client id for access tokens."),
    RAILZ_SECRET: sharedSecret("The client secret for access tokens."),
    RAILZ_CONNECT_URL: sandboxUrl(
      "/railz/connect",
      "The page on which a person connects a company's accounting software.",
    ),
    RAILZ_WIDGET_ID: text("wid_sandbox", "The id of that page in the vendor's dashboard."),
    RAILZ_WEBHOOK_SECRET: sharedSecret("The secret with which the vendor signs webhooks."),
  },
  sandboxVariables: {
    RAILZ_WEBHOOK_URL: webhookUrl("accounting", "The URL to which the sandbox posts webhooks."),
  },
} satisfies VendorConfig;

export type RailzSettings = SettingsOf<(typeof railz)["variables"]>;
