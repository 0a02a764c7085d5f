import type { Locale } from "@inlay/contracts/locales.ts";
import type { ConsentKind } from "@inlay/contracts/onboarding/agreements.ts";
import type { UseOfFunds } from "@inlay/contracts/onboarding/owner-statement.ts";
import type { Completion, ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import type { OnboardingAnswer } from "@inlay/contracts/staff/onboarding-answers.ts";
import { sql } from "kysely";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { primaryOwnerOf } from "../../people/public.ts";
import { loadBusinessDetails } from "../details/business-details.ts";

type Shown = ScreenData<"COLLECT_CONSENT">["statement"];

/** What the form starts with: what this person stated the last time, else the state of the business's address and nothing more. */
export async function statementShown(tx: Tx, { businessId, userId }: Person): Promise<Shown> {
  const last = await lastStatement(tx, businessId, userId);
  const { address } = await loadBusinessDetails(tx, businessId);
  const owner = await primaryOwnerOf(tx, businessId);
  return {
    amountRequestedCents: last?.amount_requested_cents ?? null,
    useOfFunds: (last?.use_of_funds as UseOfFunds | undefined) ?? null,
    useOfFundsOther: last?.use_of_funds_other ?? null,
    grossAnnualRevenueCents: last?.gross_annual_revenue_cents ?? null,
    stateManagedFrom: ((last?.state_managed_from ?? address?.state) as Shown["stateManagedFrom"] | undefined) ?? null,
    businessOwnersAreUsResidents: last?.business_owners_are_us_residents ?? null,
    ownershipPercentage: owner?.ownershipPercentage ?? null,
  };
}

type Circumstances = { consentIds: ReadonlyMap<ConsentKind, string>; language: Locale; requestId: string };

/** Saves what the primary owner states, as a part of the consent to the terms. */
export async function saveStatement(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  stated: Completion<"COLLECT_CONSENT">,
  { consentIds, language, requestId }: Circumstances,
): Promise<void> {
  const consentId = consentIds.get("TERMS_AND_PRIVACY");
  if (consentId === undefined) throw new Error("a statement was given without a consent to the terms");
  const { id } = await tx
    .insertInto("owner_statement")
    .values({
      platform_id: platformId,
      business_id: businessId,
      consent_id: consentId,
      given_by: userId,
      given_at: sql<Date>`app.business_now(${businessId}::uuid)`,
      language,
      amount_requested_cents: stated.amountRequestedCents,
      use_of_funds: stated.useOfFunds,
      use_of_funds_other: stated.useOfFunds === "OTHER" ? stated.useOfFundsOther : null,
      gross_annual_revenue_cents: stated.grossAnnualRevenueCents,
      state_managed_from: stated.stateManagedFrom,
      business_owners_are_us_residents: stated.businessOwnersAreUsResidents,
      business_purpose_only: stated.businessPurposeOnly,
      ownership_basis_points: sql<number | null>`(select o.ownership_basis_points from app.business_owner o
        where o.business_id = ${businessId}::uuid and o.is_primary)`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await record(tx, {
    platformId,
    businessId,
    kind: "owner_statement.given",
    body: { ownerStatementId: id, userId },
    action: "owner-statement.give",
    object: { kind: "owner statement", id },
    actor: { kind: "USER", id: userId },
    requestId,
  });
}

/** The newest statement, for staff. Null for a business that consented before statements were asked for. */
export async function statementForStaff(
  tx: Tx,
  businessId: string,
): Promise<OnboardingAnswer<"COLLECT_CONSENT">["statement"]> {
  const row = await lastStatement(tx, businessId);
  return row
    ? {
        id: row.id,
        givenBy: row.given_by,
        givenAt: row.given_at.toISOString(),
        language: row.language as Locale,
        amountRequestedCents: row.amount_requested_cents,
        useOfFunds: row.use_of_funds as UseOfFunds,
        useOfFundsOther: row.use_of_funds_other,
        grossAnnualRevenueCents: row.gross_annual_revenue_cents,
        stateManagedFrom: row.state_managed_from,
        businessOwnersAreUsResidents: row.business_owners_are_us_residents,
        ownershipPercentage: row.ownership_basis_points === null ? null : row.ownership_basis_points / 100,
      }
    : null;
}

/** The newest statement about a business, of one person if they are named. */
const lastStatement = (tx: Tx, businessId: string, userId?: string) =>
  tx
    .selectFrom("owner_statement")
    .selectAll()
    .where("business_id", "=", businessId)
    .$if(userId !== undefined, (query) => query.where("given_by", "=", userId ?? ""))
    .orderBy("given_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
