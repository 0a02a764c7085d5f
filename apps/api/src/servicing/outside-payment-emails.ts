import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { prepareEmail, primaryOwnerOf, queueEmail } from "../notifications/public.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import type { EventHandler } from "../workflows/public.ts";

/** Tells the primary owner that a wire or check has come back, or that one that was announced has not come. */
export const outsidePaymentEmail: EventHandler<"payment.returned" | "payment.cancelled"> = async (
  app,
  { platformId, businessId, body: { paymentOrderId } },
) => {
  const found = businessId ? await readAbout(app, { platformId, businessId }, paymentOrderId) : null;
  if (!found || !businessId) return async () => {};
  const { owner, template, ...params } = found;
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    locale: owner.locale,
    recipient: owner.email,
    key: `${template}/${paymentOrderId}`,
    template,
    params: { ...params, firstName: owner.firstName },
  });
  return (tx) => queueEmail(tx, email);
};

const templates = { FAILED_PAYMENT: "outside-payment-returned", CANCELLED: "outside-payment-missing" } as const;

const readAbout = (app: AppContext, tenant: { platformId: string; businessId: string }, paymentOrderId: string) =>
  inScope(app.pool, tenant, async (tx) => {
    const order = await tx
      .selectFrom("payment_order as o")
      .innerJoin("business as b", "b.id", "o.business_id")
      .select(["o.amount_cents as amountCents", "o.status", "b.name as businessName"])
      .where("o.id", "=", paymentOrderId)
      .where("o.rail", "=", "OUTSIDE")
      .where("o.purpose", "in", ["LUMP_SUM", "PAYOFF"])
      // One that staff have withdrawn before it was approved was never awaited.
      .where("o.submitted_at", "is not", null)
      .executeTakeFirst();
    const owner = order && (await primaryOwnerOf(tx, tenant.businessId));
    if (!order || !owner || !(order.status in templates)) return null;
    const settings = await settingsOf(tx, tenant.platformId);
    return {
      owner,
      template: templates[order.status as keyof typeof templates],
      amountCents: Number(order.amountCents),
      businessName: order.businessName,
      url: actionPage(app, { id: tenant.platformId, settings }, owner.locale).href,
    };
  });
