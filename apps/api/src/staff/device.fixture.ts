import { type TOTP, URI } from "otpauth";

/** A person's device, after it has read the address that enrolling told. */
export const deviceOf = (totpUri: unknown): TOTP => URI.parse(String(totpUri)) as TOTP;
