import type { Business } from "@inlay/contracts/business.ts";
import { beyondBusiness, type Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { progressOf, workflowStepFor } from "../onboarding/public.ts";
import { membershipsOf, rolesOccupied } from "../people/public.ts";
import { settingsOf, styleConfigurationsOf } from "../platforms/public.ts";
import { servicingStepsOf } from "../servicing/public.ts";

/** The business with the person's roles in it, and the other businesses that the person can switch to. */
export async function businessFor(tx: Tx, person: Person): Promise<Business> {
  const { platformId, businessId, userId, userIndex, email, locale, roles } = person;
  const settings = await settingsOf(tx, platformId);
  const row = await tx
    .selectFrom("business")
    .select(["name", "custom_initialization_id"])
    .where("id", "=", businessId)
    .executeTakeFirstOrThrow();
  const themes = row.custom_initialization_id ? await styleConfigurationsOf(tx, platformId) : [];
  const occupied = await rolesOccupied(tx, businessId);

  const { memberships, progress, servicingSteps } = await beyondBusiness(tx, async () => {
    const found = await membershipsOf(tx, platformId, { id: userId, email });
    return {
      memberships: found,
      progress: await progressOf(
        tx,
        settings,
        found.map((membership) => membership.businessId),
      ),
      servicingSteps: await servicingStepsOf(tx, found),
    };
  });

  return {
    id: businessId,
    businessName: row.name,
    roles,
    rolesOccupiedForBusiness: occupied,
    userBusinessOwnershipRole: roles[0] ?? null,
    locale,
    customInitializationName: themes.find((theme) => theme.id === row.custom_initialization_id)?.name ?? null,
    businessUserIndex: userIndex,
    allBusinessUsers: memberships.map((membership) => ({
      userId: membership.id,
      businessName: membership.businessName,
      currentStep: workflowStepFor(membership.roles, progress.get(membership.businessId)),
      currentOfferStep: progress.get(membership.businessId)?.application?.offerStep ?? null,
      currentServicingStep: servicingSteps.get(membership.businessId) ?? null,
      highestOfferAmountCents: progress.get(membership.businessId)?.highestOfferAmountCents ?? null,
    })),
    platformDisbursementAccountExpected: settings.platformDisbursementAccountExpected,
    canUsePlatformCreatedDisbursementAccountForServicing: settings.canUsePlatformCreatedDisbursementAccountForServicing,
    canUploadInvoiceForInvoiceFinancing: settings.canUploadInvoiceForInvoiceFinancing,
    canUploadInvoiceForAccountsPayableFinancing: settings.canUploadInvoiceForAccountsPayableFinancing,
  };
}
