import { stepUpMethods } from "@inlay/lending/access/step-up.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { passkeyMade, passkeyQuestion, passkeyUsed } from "../passkey.ts";
import { sentCode } from "../sent-code.ts";

// Calls with `stepUp` are refused until the person has confirmed in this session that it is them. These calls do that, and set up the
// methods for it.
const pass = { audience: "portal", slice: "people", action: "step-up.pass" } as const;
const manage = { audience: "portal", slice: "people", action: "step-up.manage-methods" } as const;

const code = z.string().check(z.trim(), z.regex(/^\d{6}$/, "Please enter the 6-digit code"));
const codeGuess = z.strictObject({ challengeId: uuid, code });
const steppedUp = z.object({ steppedUp: z.literal(true) });

const stepUpState = z.object({
  isSteppedUp: z.boolean(),
  /** The methods that the person can use now. `sentTo` is masked, and null for a passkey. */
  methods: z.array(z.object({ method: z.enum(stepUpMethods), sentTo: z.nullable(z.string()) })),
  /** The phone number on file, masked; null if there is none. */
  phone: z.nullable(z.object({ number: z.string(), isVerified: z.boolean() })),
});
export type StepUpState = z.output<typeof stepUpState>;

export const getStepUp = call({
  ...pass,
  method: "GET",
  path: "/api/v1/step-up",
  summary: "Reads how the person can confirm that it is them.",
  answer: stepUpState,
});

export const requestStepUpCode = call({
  ...pass,
  method: "POST",
  path: "/api/v1/step-up/code",
  summary: "Sends a code to the person's verified phone or, before there is one, to their email address.",
  body: z.strictObject({ method: z.enum(["SMS", "EMAIL"]) }),
  answer: sentCode,
  status: 202,
});

export const confirmStepUpCode = call({
  ...pass,
  method: "POST",
  path: "/api/v1/step-up/code/confirm",
  summary: "Confirms with the code that it is the person. Five wrong codes end it.",
  body: codeGuess,
  answer: steppedUp,
});

export const askStepUpPasskey = call({
  ...pass,
  method: "POST",
  path: "/api/v1/step-up/passkey/options",
  summary: "Creates a challenge for one of the person's passkeys.",
  body: z.strictObject({}),
  answer: passkeyQuestion,
});

export const confirmStepUpPasskey = call({
  ...pass,
  method: "POST",
  path: "/api/v1/step-up/passkey",
  summary: "Confirms with a passkey that it is the person.",
  body: z.strictObject({ challengeId: uuid, response: passkeyUsed }),
  answer: steppedUp,
});

export const listPasskeys = call({
  ...manage,
  method: "GET",
  path: "/api/v1/passkeys",
  summary: "Lists the person's passkeys.",
  answer: z.object({
    passkeys: z.array(z.object({ id: uuid, createdAt: z.iso.datetime(), lastUsedAt: z.nullable(z.iso.datetime()) })),
  }),
});

export const askNewPasskey = call({
  ...manage,
  method: "POST",
  path: "/api/v1/passkeys/options",
  summary: "Creates a challenge for a new passkey.",
  body: z.strictObject({}),
  answer: passkeyQuestion,
  stepUp: true,
});

export const addPasskey = call({
  ...manage,
  method: "POST",
  path: "/api/v1/passkeys",
  summary: "Adds a passkey. From then on, codes by email no longer work for a step-up.",
  body: z.strictObject({ challengeId: uuid, response: passkeyMade }),
  answer: z.object({ passkeyId: uuid }),
  status: 201,
  stepUp: true,
});

export const removePasskey = call({
  ...manage,
  method: "DELETE",
  path: "/api/v1/passkeys/:id",
  summary: "Removes a passkey of the person.",
  params: z.object({ id: uuid }),
  answer: z.object({ removed: z.literal(true) }),
  stepUp: true,
});

export const requestPhoneCode = call({
  ...manage,
  method: "POST",
  path: "/api/v1/phone/code",
  summary: "Sends a code to the person's phone number on file, to verify that they hold the phone.",
  body: z.strictObject({}),
  answer: sentCode,
  status: 202,
  stepUp: true,
});

export const confirmPhoneCode = call({
  ...manage,
  method: "POST",
  path: "/api/v1/phone/code/confirm",
  summary: "Verifies the phone with the code. From then on, step-up codes go to this phone.",
  body: codeGuess,
  answer: z.object({ verified: z.literal(true) }),
  stepUp: true,
});
