import { usPhoneNumber } from "@inlay/contracts/fields/phone.ts";
import { comparePersonalPhoneCode, isVerifiedPhone, savePersonalPhone } from "../people/public.ts";
import type { ClosingStepHandler, EventOf } from "./closing-step.ts";

type Phone = EventOf<"PERSONAL_PHONE_NUMBER_COLLECTED">;

/** Codes are sent to numbers in this form. What is no number matches none. */
const normalized = (phone: Phone): Phone => ({
  ...phone,
  phoneNumber: usPhoneNumber(phone.phoneNumber) ?? phone.phoneNumber,
});

/** Saves the phone number of the primary owner once the code that was sent to it is right. */
export const collectPersonalPhoneNumber: ClosingStepHandler<Phone, void> = {
  // A guess is counted in a transaction of its own, which a refusal does not roll back.
  prepare: (app, caller, phone) => comparePersonalPhoneCode(app, caller, normalized(phone)),
  complete: ({ tx, caller, requestId }, phone) => savePersonalPhone(tx, caller, normalized(phone), requestId),
  isSame: ({ tx, caller }, phone) => isVerifiedPhone(tx, caller.userId, normalized(phone).phoneNumber),
};
