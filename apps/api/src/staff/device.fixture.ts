import { type TOTP, URI } from "otpauth";

/** The TOTP device that is configured with the URI from the enrollment response. */
export const deviceOf = (totpUri: unknown): TOTP => URI.parse(String(totpUri)) as TOTP;
