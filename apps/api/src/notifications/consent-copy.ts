import type { EventBody } from "@inlay/contracts/events/catalog.ts";
import type { UsState } from "@inlay/contracts/fields/us-states.ts";
import type { ConsentKind } from "@inlay/contracts/onboarding/agreements.ts";
import type { UseOfFunds } from "@inlay/contracts/onboarding/owner-statement.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { prepareEmail, queueEmail } from "./emails.ts";

type Given = { platformId: string; businessId: string | null; body: EventBody<"consent.given"> };

/** Emails a person the exact text they agreed to, its version and the time, and what they stated with it. One email per consent, only to that person. */
export async function emailConsentCopy(
  app: AppContext,
  { platformId, businessId, body: { consentIds } }: Given,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId || consentIds.length === 0) return async () => {};
  const { given, stated } = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    stated: await tx.selectFrom("owner_statement").selectAll().where("consent_id", "in", consentIds).executeTakeFirst(),
    given: await tx
      .selectFrom("consent as c")
      .innerJoin("business_user as u", "u.id", "c.user_id")
      .innerJoin("business as b", "b.id", "c.business_id")
      .leftJoin("business_owner as o", (join) =>
        join.onRef("o.user_id", "=", "c.user_id").onRef("o.business_id", "=", "c.business_id"),
      )
      .select(["c.id", "c.kind", "c.text_version", "c.language", "c.shown_text", "c.given_at", "b.name as business"])
      .select([
        "u.email as user_email",
        "u.first_name as user_name",
        "o.email as owner_email",
        "o.first_name as owner_name",
      ])
      .where("c.id", "in", consentIds)
      .orderBy("c.id")
      .execute(),
  }));
  const [first] = given;
  const recipient = first?.owner_email ?? first?.user_email;
  if (!first || !recipient) return async () => {};
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    key: `consent-copy/${first.id}`,
    template: "consent-copy" as const,
    locale: first.language === "es" ? ("es" as const) : ("en" as const),
    recipient,
    params: {
      firstName: first.owner_name ?? first.user_name,
      businessName: first.business,
      reference: first.id,
      givenAt: first.given_at.toISOString(),
      texts: given.map(({ kind, text_version: version, shown_text: text }) => ({
        kind: kind as ConsentKind,
        version,
        text,
      })),
      statement: stated
        ? {
            amountRequestedCents: stated.amount_requested_cents,
            useOfFunds: stated.use_of_funds as UseOfFunds,
            useOfFundsOther: stated.use_of_funds_other,
            grossAnnualRevenueCents: stated.gross_annual_revenue_cents,
            stateManagedFrom: stated.state_managed_from as UsState,
            businessOwnersAreUsResidents: stated.business_owners_are_us_residents,
            ownershipBasisPoints: stated.ownership_basis_points,
          }
        : null,
    },
  });
  return (tx) => queueEmail(tx, email);
}
