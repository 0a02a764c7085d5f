import { z } from "zod/mini";
import { call } from "../call.ts";
import { personalPhone } from "../fields/phone.ts";
import { sentCode } from "../sent-code.ts";

export const requestPersonalPhoneCode = call({
  method: "POST",
  path: "/api/v1/workflow/offers/personal-phone/code",
  audience: "portal",
  slice: "offers",
  action: "offers.complete-step",
  summary: "Sends a code to the phone number that the primary owner entered while closing.",
  body: z.strictObject({ phoneNumber: personalPhone }),
  answer: sentCode,
  status: 202,
  stepUp: true,
});
