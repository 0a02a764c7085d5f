import { Refusal } from "@inlay/contracts/errors.ts";
import { Secret } from "@inlay/contracts/secret.ts";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { isLetterInForce } from "@inlay/lending/offers/payoff-letters.ts";
import { may, membersFor, requestAction } from "../approvals/public.ts";
import { encryptable, noteVerification, preparePartyAccount } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope } from "../db/scope.ts";
import { lettersOf } from "../disclosures/public.ts";
import type { Tenant } from "./loan-to-close.ts";
import { readChosenLoan, recordLetter } from "./payoff-letters.ts";

const reason = "Skipped in the sandbox.";
const letterDays = 60;

/**
 * Records a payoff letter for each debt of a chosen offer that has none in force, at the figure of the offer, in the name of a staff member
 * of the sandbox. The letters name one verified account of a sample lender.
 */
export async function recordLettersInSandbox(
  app: AppContext,
  { platformId, businessId }: Tenant,
  applicationId: string,
  requestId: string,
): Promise<void> {
  const tenant = { platformId, businessId };
  const { awaited, today } = await inScope(app.pool, tenant, async (tx) => {
    const today = dateAt(await businessNow(tx, businessId));
    const debts = await lettersOf(tx, await readChosenLoan(tx, tenant, applicationId));
    return { awaited: debts.filter((debt) => !isLetterInForce(debt.payoffCents, debt.letter, today)), today };
  });
  if (awaited.length === 0) return;
  const caller = (await membersFor(app, tenant)).find(may("staff.closing.record-payoff-letter"));
  if (!caller) throw new Refusal("NOT_ALLOWED");
  const by = { actor: { kind: "STAFF", id: caller.memberId } as const, requestId };
  const numbers = await encryptable(app, tenant, {
    accountNumber: new Secret("5544332211"),
    routingNumber: new Secret("021000021"),
  });
  const saveAccount = await preparePartyAccount(
    app,
    {
      ...tenant,
      party: "CREDITOR",
      holderName: "Cascade Leasing LLC",
      holder: "BUSINESS",
      name: "Payoffs",
      subtype: "checking",
      createdMethod: "PAYEE",
      enteredBy: null,
      platformBankAccountId: null,
      institutionName: null,
      metadata: {},
    },
    numbers,
    by,
  );
  await inScope(app.pool, tenant, async (tx) => {
    const bankAccountId = await saveAccount(tx);
    await noteVerification(tx, bankAccountId, "VERIFIED", by);
    for (const { existingDebtId, payoffCents: amountCents } of awaited) {
      const goodThrough = addDays(today, letterDays);
      const payload = { existingDebtId, amountCents, perDiemCents: 0, goodThrough, bankAccountId };
      await requestAction(tx, app, recordLetter, { caller, subjectId: applicationId, payload, reason, requestId });
    }
  });
}
