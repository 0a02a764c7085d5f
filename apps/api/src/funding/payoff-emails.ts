import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope } from "../db/scope.ts";
import { areLettersAwaited } from "../disclosures/public.ts";
import { prepareEmail, primaryOwnerOf, queueEmail } from "../notifications/public.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import type { EventHandler } from "../workflows/public.ts";
import type { Tenant } from "./loan-to-close.ts";
import { findChosenLoan, payoutOf } from "./payoff-letters.ts";

type About = { applicationId: string; offerId: string };

/** The offer of an event with its owner. Null: it is no longer the chosen one, or everybody has signed it. */
async function readChosen(app: AppContext, tenant: Tenant, { applicationId, offerId }: About) {
  return inScope(app.pool, tenant, async (tx) => {
    const { platformId, businessId } = tenant;
    const loan = await findChosenLoan(tx, businessId, applicationId);
    const owner = await primaryOwnerOf(tx, businessId);
    if (!owner || !loan?.isOpen || loan.offerId !== offerId) return null;
    const settings = await settingsOf(tx, platformId);
    const business = await tx
      .selectFrom("business")
      .select("name")
      .where("id", "=", businessId)
      .executeTakeFirstOrThrow();
    const url = actionPage(app, { id: platformId, settings }, owner.locale).href;
    const canSign = !(await areLettersAwaited(tx, loan, dateAt(await businessNow(tx, businessId))));
    return { loan, owner, canSign, about: { firstName: owner.firstName, businessName: business.name, url } };
  });
}

/** Tells the primary owner that the agreement can be signed. A changed figure is told instead of this, not beside it. */
export const payoffLettersReceivedEmail: EventHandler<"payoff_letters.received"> = async (
  app,
  { id, platformId, businessId, body },
) => {
  if (!businessId || body.isPayoffChanged) return async () => {};
  const tenant = { platformId, businessId };
  const found = await readChosen(app, tenant, body);
  if (!found?.canSign) return async () => {};
  const { owner, about } = found;
  const email = await prepareEmail(app, {
    ...tenant,
    key: `payoff-letters-received/${id}`,
    template: "payoff-letters-received",
    locale: owner.locale,
    recipient: owner.email,
    params: about,
  });
  return (tx) => queueEmail(tx, email);
};

/** Tells the primary owner that another lender demands another figure, and what is paid out with it. */
export const payoffChangedEmail: EventHandler<"offer.payoff_changed"> = async (
  app,
  { platformId, businessId, body },
) => {
  if (!businessId) return async () => {};
  const tenant = { platformId, businessId };
  const found = await readChosen(app, tenant, body);
  if (!found) return async () => {};
  const { loan, owner, about, canSign } = found;
  const { fromCents, toCents, payoffLetterId } = body;
  const email = await prepareEmail(app, {
    ...tenant,
    key: `payoff-changed/${payoffLetterId}`,
    template: "payoff-changed",
    locale: owner.locale,
    recipient: owner.email,
    params: {
      ...about,
      fromCents,
      toCents,
      loanAmountCents: loan.amountCents,
      payoutCents: payoutOf(loan.terms, loan),
      canSign,
    },
  });
  return (tx) => queueEmail(tx, email);
};
