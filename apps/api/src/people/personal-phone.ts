import { Refusal } from "@inlay/contracts/errors.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { about, compareCode, confirmContact, endStepUps, passChallenge, sendCode } from "./step-up.ts";
import { masked, readStepUpMethods } from "./step-up-methods.ts";

/** The number that an owner enters, and the code that was sent to it. */
export type PersonalPhone = { phoneNumber: string; challengeId: string; code: string };

/** The number on file as the page shows it, and whether it is verified; null if there is none. */
export async function readPersonalPhone(tx: Tx, userId: string) {
  const { phoneOnFile, verifiedPhone } = await readStepUpMethods(tx, userId);
  return phoneOnFile === null ? null : { number: masked(phoneOnFile), isVerified: phoneOnFile === verifiedPhone };
}

/** Whether this number is on file and verified. */
export async function isVerifiedPhone(tx: Tx, userId: string, phoneNumber: string): Promise<boolean> {
  const { phoneOnFile, verifiedPhone } = await readStepUpMethods(tx, userId);
  return phoneNumber === phoneOnFile && phoneNumber === verifiedPhone;
}

/** Sends a code to a number that an owner entered. The owner has stepped up, so it is not somebody else who entered it. */
export const sendPersonalPhoneCode = (tx: Tx, caller: Person, phoneNumber: string) =>
  sendCode(tx, caller, "VERIFY_PHONE", "SMS", phoneNumber);

/** Counts the guess and compares it, before the transaction that saves the number. */
export const comparePersonalPhoneCode = (app: AppContext, caller: Person, guess: PersonalPhone): Promise<void> =>
  compareCode(app, caller, "VERIFY_PHONE", guess);

/** Saves the number that a right code was sent to as the owner's own and as verified. */
export async function savePersonalPhone(
  tx: Tx,
  caller: Person,
  { phoneNumber, challengeId }: PersonalPhone,
  requestId: string,
): Promise<void> {
  const passed = await passChallenge(tx, caller, "VERIFY_PHONE", challengeId);
  if (passed?.recipient !== phoneNumber) throw new Refusal("INVALID_OTP_CODE");
  await saveVerified(tx, caller, phoneNumber, requestId);
}

const sampleNumber = "+12125550142";

/** Verifies the number on file, or a sample one, without a code. */
export async function verifyPhoneInSandbox(tx: Tx, caller: Person, requestId: string): Promise<void> {
  const { phoneOnFile } = await readStepUpMethods(tx, caller.userId);
  await saveVerified(tx, caller, phoneOnFile ?? sampleNumber, requestId);
}

async function saveVerified(tx: Tx, caller: Person, phoneNumber: string, requestId: string): Promise<void> {
  const { businessId, userId, sessionId } = caller;
  await tx
    .updateTable("business_owner")
    .set({ phone_number: phoneNumber })
    .where("business_id", "=", businessId)
    .where("user_id", "=", userId)
    .execute();
  await confirmContact(tx, caller, "PHONE", phoneNumber);
  await endStepUps(tx, userId, sessionId);
  const action = "step-up.manage-methods";
  await record(tx, { ...about(caller, requestId), action, kind: "user.phone_verified", body: { userId } });
}
