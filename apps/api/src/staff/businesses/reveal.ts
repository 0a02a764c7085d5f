import { Refusal } from "@inlay/contracts/errors.ts";
import type { Secret } from "@inlay/contracts/secret.ts";
import { requestAction, type StaffAction } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import { record } from "../../db/record.ts";
import { inScope, scopeOf, type Tx } from "../../db/scope.ts";
import type { DataKey } from "../../db/vault.ts";
import type { Staff } from "../../http/public.ts";

type Field = "SSN" | "EIN" | "ACCOUNT_NUMBER";

/** One staff member is enough, because nothing changes. The request keeps who was shown which number and why. */
const revealing = (kind: string, action: "staff.tax-number.reveal" | "staff.account-number.reveal", field: Field) =>
  ({
    kind,
    action,
    needs: () => ({ people: 1, checker: null }),
    perform: async (tx, { platformId, businessId, subjectId, memberId, requestId }) => {
      await record(tx, {
        platformId,
        businessId,
        kind: "private_number.revealed",
        body: { holderId: subjectId, field },
        action,
        object: { kind: "private number", id: subjectId },
        after: { field },
        actor: { kind: "STAFF", id: memberId },
        requestId,
      });
    },
  }) satisfies StaffAction<Record<string, never>>;

const actionOf: Record<Field, StaffAction<Record<string, never>>> = {
  SSN: revealing("ssn.reveal", "staff.tax-number.reveal", "SSN"),
  EIN: revealing("ein.reveal", "staff.tax-number.reveal", "EIN"),
  ACCOUNT_NUMBER: revealing("account-number.reveal", "staff.account-number.reveal", "ACCOUNT_NUMBER"),
};
export const revealActions = Object.values(actionOf) as unknown as StaffAction[];

/** Fetches the data key before the transaction begins, once the business is known to have the number. An SSN has the key of its person. */
export async function prepareReveal(app: AppContext, caller: Staff, holderId: string, field: Field): Promise<DataKey> {
  const { platformId, businessId } = caller;
  const onFile = await inScope(app.pool, scopeOf(caller), (tx) =>
    tx
      .selectFrom("secret")
      .select("id")
      .where("business_id", "=", businessId)
      .where("owner_id", "=", holderId)
      .where("field", "=", field)
      .executeTakeFirst(),
  );
  if (!onFile) throw notOnFile(field);
  return app.vault.keyFor({ platformId, businessId, personId: field === "SSN" ? holderId : null });
}

type Reveal = { caller: Staff; holderId: string; field: Field; key: DataKey; reason: string; requestId: string };

/** Shows a private number. The reason, the event and the audit row are written in the transaction that reads it. */
export async function revealNumber(
  tx: Tx,
  app: AppContext,
  { caller, holderId, field, key, reason, requestId }: Reveal,
): Promise<{ requestId: string; number: Secret }> {
  const number = await app.vault.reveal(tx, key, holderId, field);
  if (!number) throw notOnFile(field);
  const request = { caller, subjectId: holderId, payload: {}, reason, requestId };
  return { requestId: (await requestAction(tx, app, actionOf[field], request)).requestId, number };
}

export const notOnFile = (field: string) => new Refusal("NOT_FOUND", { context: { object: field } });
