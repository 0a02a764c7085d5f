import { z } from "zod/mini";

/** How a figure was computed: its formula, its inputs with their sources, and how the result was rounded. */
const explanation = z.object({
  formula: z.object({ name: z.string(), version: z.int(), words: z.string() }),
  inputs: z.array(z.object({ name: z.string(), value: z.json(), source: z.string() })),
  exact: z.string(),
  rounding: z.nullable(z.string()),
  result: z.number(),
});

/** The explanations of figures by their names. */
export const explanations = z.record(z.string(), explanation);
export type Explanations = z.infer<typeof explanations>;
