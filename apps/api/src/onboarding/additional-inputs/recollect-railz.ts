import { type BooksOrAccountant, prepareBooksOrAccountant, takeBooksOrAccountant } from "../books-or-accountant.ts";
import type { InputHandler } from "../input-handler.ts";
import { collectRailz } from "../steps/collect-railz.ts";

/** The books are connected again, or an accountant is asked to connect them. */
export const recollectRailz: InputHandler<"RECOLLECT_RAILZ", BooksOrAccountant> = {
  load: async (context) => {
    const { isAccountingCollected, accountant } = await collectRailz.load(context);
    return { isAccountingCollected, accountant };
  },
  prepare: prepareBooksOrAccountant,
  complete: (context) => takeBooksOrAccountant(context, context.ready),
};
