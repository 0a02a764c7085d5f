import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { prepareEmail, primaryOwnerOf, queueEmail } from "../notifications/public.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import type { EventHandler } from "../workflows/public.ts";

/**
 * Tells the primary owner that a payment from another account was refused when it was to be sent. The page of the product then shows what is
 * due as before, so that without this email nobody would know.
 */
export const otherAccountEmail: EventHandler<"payment.cancelled"> = async (
  app,
  { platformId, businessId, body: { paymentOrderId } },
) => {
  const found = businessId ? await readRefused(app, { platformId, businessId }, paymentOrderId) : null;
  if (!found || !businessId) return async () => {};
  const { owner, ...params } = found;
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    locale: owner.locale,
    recipient: owner.email,
    key: `other-account-not-debited/${paymentOrderId}`,
    template: "other-account-not-debited",
    params: { ...params, firstName: owner.firstName },
  });
  return (tx) => queueEmail(tx, email);
};

const readRefused = (app: AppContext, tenant: { platformId: string; businessId: string }, paymentOrderId: string) =>
  inScope(app.pool, tenant, async (tx) => {
    const order = await tx
      .selectFrom("payment_order as o")
      .innerJoin("business as b", "b.id", "o.business_id")
      .innerJoin("bank_account as a", "a.id", "o.bank_account_id")
      .select(["o.amount_cents as amountCents", "a.account_number_last4 as last4", "b.name as businessName"])
      .where("o.id", "=", paymentOrderId)
      .where("o.status", "=", "CANCELLED")
      .where("o.keeps_account", "=", true)
      .where("o.claim_refusal", "is not", null)
      .executeTakeFirst();
    const owner = order && (await primaryOwnerOf(tx, tenant.businessId));
    if (!order || !owner) return null;
    const settings = await settingsOf(tx, tenant.platformId);
    return {
      owner,
      amountCents: Number(order.amountCents),
      last4: order.last4,
      businessName: order.businessName,
      url: actionPage(app, { id: tenant.platformId, settings }, owner.locale).href,
    };
  });
