import { z } from "zod/mini";
import { noPrivateNumber } from "../fields/fields.ts";
import { uuid } from "../ids.ts";

export const correctionTopics = ["BUSINESS", "OWNER", "CO_OWNERS", "BANK", "PRODUCTS", "OTHER"] as const;
export type CorrectionTopic = (typeof correctionTopics)[number];

/** ASKED: the owner enters the data again. ANSWERED: the message is all. */
export const correctionOutcomes = ["ASKED", "ANSWERED"] as const;

/** What an owner asks staff to correct after consent. */
export const newCorrection = z.strictObject({
  topic: z.enum(correctionTopics, "Must select an option"),
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: "Please say what is wrong", abort: true }),
      z.maxLength(1000, "Please use at most 1,000 characters"),
      noPrivateNumber,
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
