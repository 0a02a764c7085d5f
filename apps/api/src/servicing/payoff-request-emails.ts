import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { prepareEmail, primaryOwnerOf, queueEmail } from "../notifications/public.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import type { EventHandler } from "../workflows/public.ts";

/** Tells the primary owner of a late loan what its payoff costs, and when their request has ended without one. */
export const payoffRequestEmail: EventHandler<"product.payoff_request_changed"> = async (
  app,
  { id, platformId, businessId, body: { payoffRequestId, status } },
) => {
  const isTold = status === "ANSWERED" || status === "EXPIRED";
  if (!businessId || !isTold) return async () => {};
  const tenant = { platformId, businessId };
  const found = await readAbout(app, tenant, payoffRequestId);
  // It was answered again, scheduled or ended meanwhile.
  if (!found || found.request.status !== status) return async () => {};
  const { owner, about, request } = found;
  const addressed = { ...tenant, locale: owner.locale, recipient: owner.email };
  const { effectiveOn, amountCents, expiresAt } = request;
  if (status === "ANSWERED" && effectiveOn !== null && amountCents !== null) {
    const figures = {
      amountCents: Number(amountCents),
      effectiveOn: String(effectiveOn),
      takenBy: expiresAt.toISOString(),
    };
    const email = await prepareEmail(app, {
      ...addressed,
      key: `payoff-quoted/${id}`,
      template: "payoff-quoted",
      params: { ...about, ...figures },
    });
    return (tx) => queueEmail(tx, email);
  }
  const email = await prepareEmail(app, {
    ...addressed,
    key: `payoff-request-expired/${payoffRequestId}`,
    template: "payoff-request-expired",
    params: about,
  });
  return (tx) => queueEmail(tx, email);
};

const readAbout = (app: AppContext, tenant: { platformId: string; businessId: string }, payoffRequestId: string) =>
  inScope(app.pool, tenant, async (tx) => {
    const { platformId, businessId } = tenant;
    const settings = await settingsOf(tx, platformId);
    const business = await tx
      .selectFrom("business")
      .select("name")
      .where("id", "=", businessId)
      .executeTakeFirstOrThrow();
    const owner = await primaryOwnerOf(tx, businessId);
    const request = await tx
      .selectFrom("payoff_request")
      .select(["status", "effective_on as effectiveOn", "amount_cents as amountCents", "expires_at as expiresAt"])
      .where("id", "=", payoffRequestId)
      .executeTakeFirst();
    if (!owner || !request) return null;
    const url = actionPage(app, { id: platformId, settings }, owner.locale).href;
    return { owner, request, about: { firstName: owner.firstName, businessName: business.name, url } };
  });
