import {
  type SettingsOf,
  sandboxUrl,
  sharedSecret,
  timeoutMs,
  type VendorConfig,
  webhookUrl,
} from "../../../environment.ts";

export const pandaDoc = {
  name: "pandadoc",
  title: "PandaDoc, signatures",
  variables: {
    PANDADOC_URL: sandboxUrl("/pandadoc", "The vendor's API."),
    PANDADOC_APP_URL: sandboxUrl("/pandadoc", "The vendor's signing page for browsers."),
    PANDADOC_API_KEY: sharedSecret("The API key."),
    PANDADOC_WEBHOOK_KEY: sharedSecret("The key with which the vendor signs webhooks."),
    PANDADOC_TIMEOUT_MS: timeoutMs(15_000, "The timeout of a request."),
  },
  sandboxVariables: {
    PANDADOC_WEBHOOK_URL: webhookUrl("e-sign", "The URL to which the sandbox posts webhooks."),
  },
} satisfies VendorConfig;

export type PandaDocSettings = SettingsOf<(typeof pandaDoc)["variables"]>;
