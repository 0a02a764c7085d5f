import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { step } from "../step.ts";
import { mostDebts } from "./collect-existing-debt.ts";

export const collectRefinanceOptions = step({
  screen: z.object({
    debts: z.array(
      z.object({
        id: uuid,
        description: z.string(),
        outstandingBalanceCents: z.int(),
        /** Null until the owner chooses. */
        refinanceRequested: z.nullable(z.boolean()),
      }),
    ),
  }),
  completion: z.strictObject({
    refinanceOptions: z
      .array(z.strictObject({ existingDebtId: uuid, refinanceRequested: z.boolean() }))
      .check(z.maxLength(mostDebts)),
  }),
});
