import {
  type AccountingOrAccountant,
  prepareAccountingOrAccountant,
  saveAccountingOrAccountant,
} from "../details/accounting-or-accountant.ts";
import type { InputHandler } from "../step-handler.ts";
import { collectRailz } from "../steps/collect-railz.ts";

/** The owner reconnects the accounting program, or names an accountant to do it. */
export const recollectRailz: InputHandler<"RECOLLECT_RAILZ", AccountingOrAccountant> = {
  load: async (context) => {
    const { isAccountingCollected, accountant } = await collectRailz.load(context);
    return { isAccountingCollected, accountant };
  },
  prepare: prepareAccountingOrAccountant,
  complete: (context) => saveAccountingOrAccountant(context, context.ready),
};
