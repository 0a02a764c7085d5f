import { countPapers, listUploaded } from "../../documents/public.ts";
import { accountantOf, isAccountingLinked, withdrawAccountant } from "../../underwriting/public.ts";
import { type BooksOrAccountant, prepareBooksOrAccountant, takeBooksOrAccountant } from "../books-or-accountant.ts";
import type { StepHandler } from "../step-handler.ts";
import { keepTax, loadTax, prepareTax, type ReadyNumber } from "../tax.ts";

type Ready = { number: ReadyNumber; bringer: BooksOrAccountant | null };

const documentType = "TAX_RETURN";

/** How the business is taxed, and by which way we get to see its figures: none, its returns, its books or its accountant. */
export const collectRailz: StepHandler<"COLLECT_RAILZ", Ready> = {
  load: async ({ tx, house, caller: { businessId } }) => {
    const accountant = await accountantOf(tx, businessId);
    return {
      ...(await loadTax(tx, businessId)),
      isAccountingCollected: await isAccountingLinked(tx, businessId),
      accountant: accountant && {
        accountantFirstName: accountant.firstName,
        accountantLastName: accountant.lastName,
        accountantEmail: accountant.email,
      },
      files: await listUploaded(tx, house, { businessId, documentType }),
    };
  },

  prepare: async (house, caller, answer) => {
    const bringsItself = answer.entityType === "PASS_THROUGH" || (answer.taxReturnFiles ?? []).length > 0;
    return {
      number: await prepareTax(house, caller, answer),
      bringer: bringsItself ? null : await prepareBooksOrAccountant(house, caller, answer),
    };
  },

  complete: async (context, answer) => {
    const { tx, house, caller, ready, requestId } = context;
    const { businessId, userId } = caller;
    await keepTax(tx, house, caller, answer, ready.number);
    if (ready.bringer) await takeBooksOrAccountant(context, ready.bringer);
    else {
      await withdrawAccountant(tx, caller, { kind: "USER", id: userId }, requestId);
      const fileUrls = (answer.taxReturnFiles ?? []).map(({ fileUrl }) => fileUrl);
      await countPapers(tx, house, { businessId, documentType }, fileUrls);
    }
    return {};
  },
};
