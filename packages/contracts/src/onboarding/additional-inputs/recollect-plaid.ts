import { z } from "zod/mini";
import { step } from "../step.ts";
import { collectPlaid } from "../steps/collect-plaid.ts";

export const recollectPlaid = step({ screen: collectPlaid.screen, completion: z.strictObject({}) });
