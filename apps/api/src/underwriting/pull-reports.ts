import type { Secret } from "@inlay/contracts/secret.ts";
import { unnamedOwners } from "@inlay/lending/onboarding/missing-inputs.ts";
import type { AdditionalInput, CoOwnerAdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { DataKey } from "../db/vault.ts";
import { type Verification, VerificationRefused } from "../providers/business-verification/port.ts";
import { type BusinessCredit, type PersonalCredit, type PostalAddress, PullRefused } from "../providers/credit/port.ts";
import type { WorkflowIds } from "../workflows/public.ts";
import { type Finding, type ReportSource, saveFinding, type Tenant } from "./reports.ts";
import { summaryOfBusiness, summaryOfFindings, summaryOfPerson } from "./summaries.ts";

/**
 * Pulls one report of a round, unless it is already there. The report's id is the vendor's reference, so a retry after a crash is the same
 * pull. The workflow retries an unavailable vendor; a rejected request stops the application.
 */
export async function pullReport(app: AppContext, round: WorkflowIds, source: ReportSource): Promise<void> {
  const tenant = ownerOf(round);
  const report = await inScope(app.pool, tenant, (tx) =>
    tx
      .selectFrom("report")
      .select(["id", "subject_id as subjectId"])
      .where("round_id", "=", round.id)
      .where("source", "=", source)
      .where("outcome", "is", null)
      .executeTakeFirst(),
  );
  if (!report) return;
  const { id, subjectId } = report;
  // A report about a person, like the number it is asked with, is encrypted with the person's key.
  const key = await app.vault.keyFor({ ...tenant, personId: subjectId === tenant.businessId ? null : subjectId });
  const subject = await inScope(app.pool, tenant, (tx) => readSubject(tx, app, key, tenant, subjectId));
  const question = { id, ...subject };
  const finding = await asked[source](app, tenant, question).catch((error: unknown): Finding => {
    if (error instanceof PullRefused || error instanceof VerificationRefused) return { outcome: "REFUSED" };
    throw error;
  });
  await inScope(app.pool, tenant, (tx) => saveFinding(tx, key, tenant, { id, source }, finding));
}

/** Reads a pending verification again and saves its current state. */
export async function readVerification(app: AppContext, workflow: WorkflowIds): Promise<void> {
  const tenant = ownerOf(workflow);
  const key = await app.vault.keyFor(tenant);
  const pending = await inScope(app.pool, tenant, async (tx) => {
    const report = await tx
      .selectFrom("report")
      .select(["id", "vendor_id as vendorId"])
      .where("business_id", "=", tenant.businessId)
      .where("source", "=", "BUSINESS_VERIFICATION")
      .where("outcome", "=", "PENDING")
      .executeTakeFirst();
    const ein = await app.vault.reveal(tx, key, tenant.businessId, "EIN");
    return report && { ...report, ein, owners: await ownersOf(tx, tenant.businessId) };
  });
  if (!pending?.vendorId) return;
  const finding = verified(await app.businessVerification.read(pending.vendorId), pending);
  const report = { id: pending.id, source: "BUSINESS_VERIFICATION" } as const;
  await inScope(app.pool, tenant, (tx) => saveFinding(tx, key, tenant, report, finding));
}

/** All owners on file who were not removed. */
const ownersOf = (tx: Tx, businessId: string) =>
  tx
    .selectFrom("business_owner")
    .select(["id", "first_name as firstName", "last_name as lastName"])
    .where("business_id", "=", businessId)
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
type Named = { firstName: string; lastName: string };

type Question = {
  id: string;
  owner: { firstName: string; lastName: string; address: PostalAddress; ssn: Secret | null } | null;
  business: {
    name: string;
    address: PostalAddress;
    phone: string | null;
    website: string | null;
    ein: Secret | null;
    owners: readonly Named[];
  } | null;
};

/** How each report is pulled, and what its result means. */
const asked: Record<ReportSource, (app: AppContext, tenant: Tenant, question: Question) => Promise<Finding>> = {
  BUSINESS_OWNER_CREDIT: async ({ credit }, _, { id, owner }) => {
    if (!owner) return { outcome: "NO_HIT", asks: "VERIFY_USER_IDENTITY_INFORMATION" };
    return ownersCredit(await credit.pullPerson({ reference: id, middleName: null, ...owner }), askedOfOwner);
  },
  SECONDARY_OWNER_CREDIT: async ({ credit }, _, { id, owner }) => {
    if (!owner) return { outcome: "NO_HIT", asks: askedOfCoOwner.NO_HIT ?? null };
    return ownersCredit(await credit.pullPerson({ reference: id, middleName: null, ...owner }), askedOfCoOwner);
  },
  BUSINESS_CREDIT: async ({ credit }, _, { id, business }) => {
    if (!business) return { outcome: "NO_HIT" };
    const { name, address, phone, ein } = business;
    return businessCredit(await credit.pullBusiness({ reference: id, name, address, phone, ein }));
  },
  BUSINESS_VERIFICATION: async ({ businessVerification }, { businessId }, { id, business }) => {
    if (!business) return { outcome: "NOT_FOUND", asks: "VERIFY_BUSINESS_INFORMATION" };
    const { owners, ...subject } = business;
    const ein = business.ein;
    return verified(await businessVerification.begin({ reference: id, businessId, ...subject }), { ein, owners });
  },
};

type AskedBecause = Partial<Record<PersonalCredit["outcome"], AdditionalInput | CoOwnerAdditionalInput>>;
const askedOfOwner: AskedBecause = {
  NO_HIT: "VERIFY_USER_IDENTITY_INFORMATION",
  MISMATCH: "VERIFY_USER_IDENTITY_INFORMATION",
  LOCKED: "VERIFY_CREDIT_REPORT_UNLOCKED",
};
const askedOfCoOwner: AskedBecause = {
  NO_HIT: "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION",
  MISMATCH: "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION",
  LOCKED: "VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED",
};

const ownersCredit = (credit: PersonalCredit, askedBecause: AskedBecause): Finding => ({
  outcome: credit.outcome,
  raw: credit.raw,
  asks: askedBecause[credit.outcome] ?? null,
  ...("report" in credit && { summary: summaryOfPerson(credit.report) }),
  ...("differs" in credit && { summary: { differs: credit.differs } }),
});

const businessCredit = (credit: BusinessCredit): Finding => ({
  outcome: credit.outcome,
  raw: credit.raw,
  ...("report" in credit && { summary: summaryOfBusiness(credit.report) }),
});

type Known = { ein: Secret | null; owners: readonly Named[] };

/**
 * The owner is asked to verify a business that is in no register, or whose tax number is missing or belongs to another business. Owners in a
 * register whom the business has not named are reported separately.
 */
function verified(verification: Verification, { ein, owners }: Known): Finding {
  const vendorId = verification.verificationId;
  if (verification.status === "PENDING") return { outcome: "PENDING", vendorId };
  const { findings, raw } = verification;
  const isFound = findings.registrations.length > 0;
  const isMismatched = findings.tinMatch === "MISMATCHED";
  const outcome = !isFound ? "NOT_FOUND" : isMismatched ? "TAX_ID_MISMATCH" : "FOUND";
  const asks = outcome !== "FOUND" || ein === null ? "VERIFY_BUSINESS_INFORMATION" : null;
  const hasOtherOwner = unnamedOwners(findings.officers, owners) > 0;
  return { outcome, vendorId, raw, asks, hasOtherOwner, summary: { ...summaryOfFindings(findings), hasOtherOwner } };
}

/** What a vendor receives about the subject of a report. Null where the platform did not collect it. */
async function readSubject(
  tx: Tx,
  { vault }: AppContext,
  key: DataKey,
  { businessId }: Tenant,
  subjectId: string,
): Promise<Omit<Question, "id">> {
  if (subjectId !== businessId) {
    const row = await tx
      .selectFrom("business_owner")
      .select(["first_name", "last_name", "address"])
      .where("id", "=", subjectId)
      .executeTakeFirst();
    if (!row?.address) return { owner: null, business: null };
    const ssn = await vault.reveal(tx, key, subjectId, "SSN");
    const owner = { firstName: row.first_name, lastName: row.last_name, address: postal(row.address as Kept), ssn };
    return { owner, business: null };
  }
  const row = await tx
    .selectFrom("business")
    .select(["name", "address", "phone_number", "website"])
    .where("id", "=", businessId)
    .executeTakeFirst();
  if (!row?.name || !row.address) return { owner: null, business: null };
  const ein = await vault.reveal(tx, key, businessId, "EIN");
  const { name, phone_number: phone, website } = row;
  const owners = await ownersOf(tx, businessId);
  return { owner: null, business: { name, address: postal(row.address as Kept), phone, website, ein, owners } };
}

type Kept = { addressLineOne: string; addressLineTwo: string | null; city: string; state: string; zipcode: string };

const postal = ({ addressLineOne, addressLineTwo, city, state, zipcode }: Kept): PostalAddress => ({
  line1: addressLineOne,
  line2: addressLineTwo,
  city,
  state,
  postalCode: zipcode,
});

function ownerOf({ platformId, businessId }: WorkflowIds): Tenant {
  if (!businessId) throw new Error("a report must belong to a business");
  return { platformId, businessId };
}
