import { z } from "zod/mini";
import { uuid } from "../ids.ts";

export const correctionTopics = ["BUSINESS", "OWNER", "CO_OWNERS", "BANK", "PRODUCTS", "OTHER"] as const;
export type CorrectionTopic = (typeof correctionTopics)[number];

/** ASKED: the owner enters the data again. ANSWERED: the message is all. */
export const correctionOutcomes = ["ASKED", "ANSWERED"] as const;

/** Nine digits or more, however they are grouped: a tax number or the number of an account. */
const privateNumber = /(?:\d[ .\-–/]?){9,}/;

/** What an owner asks staff to correct after consent. */
export const newCorrection = z.strictObject({
  topic: z.enum(correctionTopics, "Must select an option"),
  text: z.string().check(
    z.trim(),
    z.minLength(1, { error: "Please say what is wrong", abort: true }),
    z.maxLength(1000, "Please use at most 1,000 characters"),
    z.refine((text) => !privateNumber.test(text), {
      error: "Please leave out tax and account numbers. If we need one, we ask for it on a secure page.",
    }),
  ),
});
export type NewCorrection = z.infer<typeof newCorrection>;

/** A correction that an owner asked for, and its answer. */
export const correction = z.object({
  correctionId: uuid,
  topic: z.enum(correctionTopics),
  text: z.string(),
  requestedAt: z.iso.datetime(),
  answerBy: z.iso.date(),
  answeredAt: z.nullable(z.iso.datetime()),
  outcome: z.nullable(z.enum(correctionOutcomes)),
  message: z.nullable(z.string()),
});
export type Correction = z.infer<typeof correction>;
