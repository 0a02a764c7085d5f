import { countDocuments, listUploaded } from "../../documents/public.ts";
import { accountantOf, isAccountingLinked, withdrawAccountant } from "../../underwriting/public.ts";
import {
  type AccountingOrAccountant,
  prepareAccountingOrAccountant,
  saveAccountingOrAccountant,
} from "../details/accounting-or-accountant.ts";
import { loadTax, prepareTax, type ReadyNumber, saveTax } from "../details/tax.ts";
import type { StepHandler } from "../step-handler.ts";

type Ready = { number: ReadyNumber; bringer: AccountingOrAccountant | null };

const documentType = "TAX_RETURN";

/** How the business is taxed, and where its figures come from: nowhere, tax returns, an accounting program or an accountant. */
export const collectRailz: StepHandler<"COLLECT_RAILZ", Ready> = {
  load: async ({ tx, app, caller: { businessId }, answers }) => {
    const accountant = await accountantOf(tx, businessId);
    return {
      ...(await loadTax(tx, businessId)),
      isAccountingCollected: await isAccountingLinked(tx, businessId),
      accountant: accountant && {
        accountantFirstName: accountant.firstName,
        accountantLastName: accountant.lastName,
        accountantEmail: accountant.email,
      },
      files: await listUploaded(tx, app, { businessId, documentType }),
      hasOnlyOneTaxReturn: answers.hasOnlyOneTaxReturn ?? false,
    };
  },

  prepare: async (app, caller, answer) => {
    const bringsItself = answer.entityType === "PASS_THROUGH" || (answer.taxReturnFiles ?? []).length > 0;
    return {
      number: await prepareTax(app, caller, answer),
      bringer: bringsItself ? null : await prepareAccountingOrAccountant(app, caller, answer),
    };
  },

  complete: async (context, answer) => {
    const { tx, app, caller, ready, requestId } = context;
    const { businessId, userId } = caller;
    await saveTax(tx, app, caller, answer, ready.number);
    if (ready.bringer) await saveAccountingOrAccountant(context, ready.bringer);
    else {
      await withdrawAccountant(tx, caller, { kind: "USER", id: userId }, requestId);
      const fileUrls = (answer.taxReturnFiles ?? []).map(({ fileUrl }) => fileUrl);
      await countDocuments(tx, app, { businessId, documentType }, fileUrls);
    }
    return { hasOnlyOneTaxReturn: answer.hasOnlyOneTaxReturn ?? false };
  },
};
