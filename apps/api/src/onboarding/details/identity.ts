import type { Secret } from "@inlay/contracts/secret.ts";
import type { AppContext } from "../../context.ts";
import type { Completing, StepRequest } from "../../flow/public.ts";
import type { Person } from "../../http/public.ts";
import { prepareNumber, type ReadyNumber, saveNumber } from "./tax.ts";

type Identity<Details> = { personalStepPayload: Details; ssn: Secret };

/** An owner corrects their details and sends their SSN. `saveOwner` saves the details and returns the owner's id. */
export const verifyIdentity = <Context extends StepRequest, Details>(
  saveOwner: (context: Context, details: Details) => Promise<string>,
) => ({
  prepare: (app: AppContext, caller: Person, { ssn }: Identity<Details>): Promise<ReadyNumber> =>
    prepareNumber(app, caller, "SSN", ssn),
  complete: async (
    context: Completing<Context, ReadyNumber>,
    { personalStepPayload }: Identity<Details>,
  ): Promise<void> => {
    const ownerId = await saveOwner(context, personalStepPayload);
    await saveNumber(context.tx, context.app, ownerId, context.ready);
  },
});
