import { z } from "zod/mini";
import { step } from "../step.ts";
import { accountantForm, collectRailz, namesWholeAccountant } from "../steps/collect-railz.ts";

/** The completion is empty if accounting data is connected again; otherwise it holds all fields of an accountant. */
export const recollectRailz = step({
  screen: z.object({
    isAccountingCollected: collectRailz.screen.shape.isAccountingCollected,
    accountant: collectRailz.screen.shape.accountant,
  }),
  completion: z.strictObject(z.partial(accountantForm).shape).check(namesWholeAccountant),
});
