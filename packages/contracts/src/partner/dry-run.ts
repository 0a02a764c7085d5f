import { z } from "zod/mini";
import { time } from "./common.ts";

/** What a write answers that is only tried: what it would have answered, and what would have happened. What is not there yet has no id. */
export const dryRunOf = (answer: z.core.$ZodType) =>
  z.object({
    object: z.literal("dry_run"),
    operation: z.string(),
    result:
      answer instanceof z.ZodMiniObject && "id" in answer.shape
        ? z.extend(answer, { id: z.nullable(z.string()) })
        : answer,
    effects: z.object({ events: z.array(z.string()) }),
    warnings: z.array(z.string()),
    asOf: time,
  });
