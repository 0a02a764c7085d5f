/**
 * How a person confirms that it is them, inside a session, before something that leads money elsewhere. A passkey or a verified phone is
 * worth more than the mailbox, which may also be the way into the session.
 */
export const stepUpMethods = ["PASSKEY", "SMS", "EMAIL"] as const;
export type StepUpMethod = (typeof stepUpMethods)[number];

/** The time in which a code or a challenge works, and in which a session counts as stepped up. */
export const stepUpMinutes = 10;

type Known = { hasPasskey: boolean; hasVerifiedPhone: boolean; hasEmail: boolean };

/** The methods that a person can use. A code by email works only before there is a passkey or a verified phone. */
export function stepUpMethodsOf({ hasPasskey, hasVerifiedPhone, hasEmail }: Known): StepUpMethod[] {
  const strong = [...(hasPasskey ? (["PASSKEY"] as const) : []), ...(hasVerifiedPhone ? (["SMS"] as const) : [])];
  if (strong.length > 0) return strong;
  return hasEmail ? ["EMAIL"] : [];
}
