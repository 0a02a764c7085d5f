import { Refusal } from "@inlay/contracts/errors.ts";
import { listItems } from "../../banking/public.ts";
import type { InputHandler } from "../step-handler.ts";
import { collectPlaid } from "../steps/collect-plaid.ts";

/** Done when no bank of the business is disconnected any more. A bank's data is read again as soon as the bank is connected. */
export const recollectPlaid: InputHandler<"RECOLLECT_PLAID"> = {
  load: collectPlaid.load,
  complete: async (context) => {
    const items = await listItems(context.tx, context.caller.businessId);
    if (items.some(({ status }) => status === "DISCONNECTED")) throw new Refusal("BANK_NOT_LINKED");
    await collectPlaid.complete(context, {});
  },
};
