import { Secret, TOTP } from "otpauth";

const periodSeconds = 30;
const shape = { issuer: "Inlay", algorithm: "SHA1", digits: 6, period: periodSeconds } as const;

/** A new secret for a person's device: kept sealed by us, told once as the address that a device reads. */
export function newTotp(email: string): { secret: Buffer; uri: string } {
  const totp = new TOTP({ ...shape, label: email, secret: new Secret({ size: 20 }) });
  return { secret: Buffer.from(totp.secret.bytes), uri: totp.toString() };
}

/** The step that a code belongs to, one to either side of now; null if it belongs to none. A step must be used once only. */
export function totpStep(secret: Buffer, code: string, now: Date): number | null {
  const totp = new TOTP({ ...shape, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}
