import { z } from "zod";
import {
  type SettingsOf,
  sandboxUrl,
  sharedSecret,
  text,
  type VendorConfig,
  webhookUrl,
} from "../../../environment.ts";

export const twilio = {
  name: "twilio",
  title: "Twilio, SMS",
  variables: {
    TWILIO_URL: sandboxUrl("/twilio", "The vendor's API."),
    TWILIO_ACCOUNT_SID: text("AC00000000000000000000000000000000", "Our account's id at the vendor."),
    TWILIO_AUTH_TOKEN: sharedSecret("The token of our requests, with which the vendor also signs webhooks."),
    TWILIO_FROM: {
      shape: z.string().regex(/^\+\d{8,15}$/),
      description: "The sender number of SMS messages.",
      sandbox: "+15005550006",
    },
    TWILIO_WEBHOOK_URL: webhookUrl(
      "sms",
      "The URL for delivery webhooks of SMS messages. The signature covers it, so it must be the URL that the vendor is given.",
    ),
  },
} satisfies VendorConfig;

export type TwilioSettings = SettingsOf<(typeof twilio)["variables"]>;
