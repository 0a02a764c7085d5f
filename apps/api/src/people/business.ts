import type { Business } from "@inlay/contracts/business.ts";
import { onboardingWireStep } from "@inlay/lending/onboarding/steps.ts";
import { beyondBusiness, type Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { gateFor, progressOf } from "../onboarding/public.ts";
import { settingsOf, styleConfigurationsOf } from "../partners/public.ts";
import { hatsOf } from "./hats.ts";
import { rolesOccupied } from "./roles.ts";

/** The business as the person stands to it, with the other businesses that they can switch to. */
export async function businessFor(tx: Tx, person: Person): Promise<Business> {
  const { platformId, businessId, userId, userIndex, email, locale, roles } = person;
  const settings = await settingsOf(tx, platformId);
  const row = await tx
    .selectFrom("business")
    .select(["name", "custom_initialization_id"])
    .where("id", "=", businessId)
    .executeTakeFirstOrThrow();
  const looks = row.custom_initialization_id ? await styleConfigurationsOf(tx, platformId) : [];
  const occupied = await rolesOccupied(tx, businessId);

  const { hats, progress } = await beyondBusiness(tx, async () => {
    const found = await hatsOf(tx, platformId, { id: userId, email });
    return {
      hats: found,
      progress: await progressOf(
        tx,
        settings,
        found.map((hat) => hat.businessId),
      ),
    };
  });

  return {
    id: businessId,
    businessName: row.name,
    roles,
    rolesOccupiedForBusiness: occupied,
    userBusinessOwnershipRole: roles[0] ?? null,
    locale,
    customInitializationName: looks.find((look) => look.id === row.custom_initialization_id)?.name ?? null,
    businessUserIndex: userIndex,
    allBusinessUsers: hats.map((hat) => ({
      userId: hat.id,
      businessName: hat.businessName,
      currentStep: gateFor(hat.roles) ?? onboardingWireStep(progress.get(hat.businessId)?.current ?? "START_FLOW"),
      currentOfferStep: progress.get(hat.businessId)?.offerStep ?? null,
      currentServicingStep: null,
      highestOfferAmountCents: null,
    })),
    platformDisbursementAccountExpected: settings.platformDisbursementAccountExpected,
    canUsePlatformCreatedDisbursementAccountForServicing: settings.canUsePlatformCreatedDisbursementAccountForServicing,
    canUploadInvoiceForInvoiceFinancing: settings.canUploadInvoiceForInvoiceFinancing,
    canUploadInvoiceForAccountsPayableFinancing: settings.canUploadInvoiceForAccountsPayableFinancing,
  };
}
