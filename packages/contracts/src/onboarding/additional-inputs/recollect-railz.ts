import { z } from "zod/mini";
import { step } from "../step.ts";
import { accountantForm, collectRailz, namesWholeAccountant } from "../steps/collect-railz.ts";

/** Nothing where the books are connected again, or all of whom a link goes to. */
export const recollectRailz = step({
  screen: z.object({
    isAccountingCollected: collectRailz.screen.shape.isAccountingCollected,
    accountant: collectRailz.screen.shape.accountant,
  }),
  completion: z.strictObject(z.partial(accountantForm).shape).check(namesWholeAccountant),
});
