import type { Secret } from "@inlay/contracts/secret.ts";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import type { Completing, StepRequest } from "../../flow/public.ts";
import type { Person } from "../../http/public.ts";
import { prepareSsn, saveNumber } from "./tax.ts";

export type ReadySsn = Awaited<ReturnType<typeof prepareSsn>>;

type Identity<Details> = { personalStepPayload: Details; ssn: Secret };

/**
 * An owner corrects their details and sends their SSN. `findOwner` returns the owner's id if there is one. `saveOwner` saves the details, for a
 * new owner under the given id, and returns the owner's id.
 */
export const verifyIdentity = <Context extends StepRequest, Details>(
  findOwner: (tx: Tx, caller: Person) => Promise<string | null>,
  saveOwner: (context: Context, details: Details, newOwnerId: string) => Promise<string>,
) => ({
  prepare: async (app: AppContext, caller: Person, { ssn }: Identity<Details>): Promise<ReadySsn> => {
    const { platformId, businessId } = caller;
    const ownerId = await inScope(app.pool, { platformId, businessId }, (tx) => findOwner(tx, caller));
    return prepareSsn(app, caller, ownerId ?? uuidv7(), ssn);
  },
  complete: async (
    context: Completing<Context, ReadySsn>,
    { personalStepPayload }: Identity<Details>,
  ): Promise<void> => {
    const ownerId = await saveOwner(context, personalStepPayload, context.ready.key.holder.personId ?? "");
    await saveNumber(context.tx, context.app, ownerId, context.ready);
  },
});
