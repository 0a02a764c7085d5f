import { type SettingsOf, sandboxUrl, sharedSecret, text, timeoutMs, type VendorConfig } from "../../../environment.ts";

export const experian = {
  name: "experian",
  title: "Experian, credit reports",
  variables: {
    EXPERIAN_URL: sandboxUrl("/experian", "The bureau's API."),
    EXPERIAN_CLIENT_ID: text("sandbox", "The client id for access tokens."),
    EXPERIAN_CLIENT_SECRET: sharedSecret("The client secret for access tokens."),
    EXPERIAN_USERNAME: text("sandbox", "The user for access tokens."),
    EXPERIAN_PASSWORD: sharedSecret("The user's password.", 8),
    EXPERIAN_SUBSCRIBER_CODE: text("2222222", "The subscriber code from the contract, for reports about people."),
    EXPERIAN_BUSINESS_SUBCODE: text("0586548", "The subcode from the contract, for reports about businesses."),
    EXPERIAN_PURPOSE: text("08", "The code of the permissible purpose: a soft inquiry."),
    EXPERIAN_SCORE_MODEL: text("F", "The score model: FICO."),
    EXPERIAN_TIMEOUT_MS: timeoutMs(20_000, "The timeout of a request."),
  },
} satisfies VendorConfig;

export type ExperianSettings = SettingsOf<(typeof experian)["variables"]>;
