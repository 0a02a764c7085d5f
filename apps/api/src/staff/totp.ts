import { Secret, TOTP } from "otpauth";

const periodSeconds = 30;
const shape = { issuer: "Inlay", algorithm: "SHA1", digits: 6, period: periodSeconds } as const;

/** Creates a TOTP secret. It is stored encrypted, and the URI for the device is shown once. */
export function newTotp(email: string): { secret: Buffer; uri: string } {
  const totp = new TOTP({ ...shape, label: email, secret: new Secret({ size: 20 }) });
  return { secret: Buffer.from(totp.secret.bytes), uri: totp.toString() };
}

/** The time step of a code, at most one step before or after now; null if it matches none. The caller must accept each step only once. */
export function totpStep(secret: Buffer, code: string, now: Date): number | null {
  const totp = new TOTP({ ...shape, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}
