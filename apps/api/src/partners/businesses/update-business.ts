import { Refusal } from "@inlay/contracts/errors.ts";
import type { PartnerBusiness } from "@inlay/contracts/partner/businesses/business.ts";
import { type Metadata, mergeMetadata } from "@inlay/contracts/partner/metadata.ts";
import type { OnboardingStep } from "@inlay/lending/onboarding/steps.ts";
import { sql } from "kysely";
import { record } from "../../db/record.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import type { Tx } from "../../db/scope.ts";
import { refuseOtherVersion } from "../../http/public.ts";
import { holdOnboarding, progressOf } from "../../onboarding/public.ts";
import { updateBusiness as changeBusiness } from "../../people/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import { addressColumn } from "../address-column.ts";
import { changesIn } from "../changes.ts";
import { inPlatform, type PartnerInput, type PartnerRequest } from "../request.ts";
import { themeNamed } from "./create-business.ts";
import { readBusiness, resolveBusiness } from "./read-businesses.ts";

/** Resolves the business and fetches the encryption key for its EIN before the transaction begins. */
export async function prepareUpdate(input: PartnerInput<"updateBusiness">) {
  const { vault } = input.app;
  const { platformId } = input.caller;
  const { ein } = input.body;
  const businessId = await inPlatform(input, (scope) => resolveBusiness(scope, input.params.businessId));
  if (!ein) return { businessId, ein: null };
  const key = await vault.keyFor({ platformId, businessId });
  return { businessId, ein: { key, value: ein, fingerprint: vault.fingerprint(ein.reveal(), "EIN") } };
}

type PreparedUpdate = Awaited<ReturnType<typeof prepareUpdate>>;

const details: readonly OnboardingStep[] = ["COLLECT_BUSINESS_DETAILS"];
const taxes: readonly OnboardingStep[] = ["COLLECT_RAILZ", "COLLECT_BUSINESS_TAX"];

/** The steps in which an owner confirms each field. The platform can change the other fields at any time. */
const confirmedIn: Record<string, readonly OnboardingStep[]> = {
  name: details,
  address: details,
  phoneNumber: details,
  website: details,
  ein: taxes,
  isSoleProprietorship: taxes,
};

/** Updates a business with the platform's data. A field is locked once the owner has confirmed it. */
export async function updateBusiness(
  request: PartnerRequest<"updateBusiness", PreparedUpdate>,
): Promise<PartnerBusiness> {
  const { tx, app, caller, body, ifMatch, by } = request;
  const { platformId } = caller;
  const { businessId, ein } = request.ready;
  // The lock serializes the owner's confirmation and the platform's change.
  await holdOnboarding({ tx, caller: { platformId, businessId } });
  const before = await tx
    .selectFrom("business as b")
    .leftJoin("secret as e", (join) => join.onRef("e.owner_id", "=", "b.id").on("e.field", "=", "EIN"))
    .leftJoin("stream as s", "s.id", "b.id")
    .selectAll("b")
    .select("e.blind_index as ein_fingerprint")
    .select(sql<number>`b.version + coalesce(s.status_version, 0)`.as("shown_version"))
    .where("b.id", "=", businessId)
    .forUpdate("b")
    .executeTakeFirstOrThrow();
  const columns = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.address !== undefined && { address: addressColumn(body.address ?? undefined), address_verified: false }),
    ...(body.phoneNumber !== undefined && { phone_number: body.phoneNumber }),
    ...(body.website !== undefined && { website: body.website }),
    ...(body.isSoleProprietorship !== undefined && { is_sole_proprietorship: body.isSoleProprietorship }),
    ...(body.themeName !== undefined && {
      custom_initialization_id: body.themeName && (await themeNamed(tx, body.themeName)),
    }),
    ...(body.metadata !== undefined && {
      metadata: JSON.stringify(mergeMetadata(before.metadata as Metadata, body.metadata)),
    }),
  };
  const changed = [
    ...changesIn(before, columns, columnOf),
    ...(body.ein === undefined || isSameNumber(before.ein_fingerprint, ein?.fingerprint) ? [] : ["ein"]),
  ];
  await refuseConfirmed(tx, platformId, businessId, changed);
  refuseOtherVersion(ifMatch, before.shown_version);
  if (changed.length === 0) return readBusiness(request, businessId);
  await refuseDuplicate(
    // Only the name of a business that enrolled itself can be taken. The EIN is stored in another table; its change increments the version of the business, too.
    changeBusiness(tx, businessId, { name: before.name, ...columns }),
    { business_name_taken: () => new Refusal("BUSINESS_NAME_ALREADY_EXISTS") },
  );
  if (changed.includes("ein")) {
    if (ein) await app.vault.save(tx, ein.key, { ownerId: businessId, field: "EIN", ...ein });
    else await app.vault.remove(tx, businessId, "EIN");
  }
  await record(tx, {
    platformId,
    businessId,
    kind: "business.updated",
    body: { changed },
    action: "partner.business.change",
    object: { kind: "business", id: businessId },
    before: { version: before.version },
    after: { changed },
    ...by,
  });
  return readBusiness(request, businessId);
}

const columnOf = {
  name: "name",
  address: "address",
  phoneNumber: "phone_number",
  website: "website",
  isSoleProprietorship: "is_sole_proprietorship",
  themeName: "custom_initialization_id",
  metadata: "metadata",
} as const;

const isSameNumber = (kept: Buffer | null, given: Buffer | undefined): boolean =>
  given ? (kept?.equals(given) ?? false) : kept === null;

async function refuseConfirmed(tx: Tx, platformId: string, businessId: string, changed: string[]): Promise<void> {
  const done = (await progressOf(tx, await settingsOf(tx, platformId), [businessId])).get(businessId)?.done;
  const confirmed = changed.filter((field) => confirmedIn[field]?.some((step) => done?.has(step)));
  if (confirmed.length > 0)
    throw new Refusal("WRONG_STATE", {
      context: { status: "CONFIRMED_BY_OWNER", allowedFrom: ["NOT_CONFIRMED"], fields: confirmed },
    });
}
