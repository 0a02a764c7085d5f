import { z } from "zod/mini";
import { time } from "./common.ts";

/** The answer of a dry run: the result and the events that the write would have. An object that does not exist yet has no id. */
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
