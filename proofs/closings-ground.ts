import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { anyProvider, assignCapital, type CapitalProviderId } from "../apps/api/src/capital/public.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { offered } from "../apps/api/src/offers/offered.fixture.ts";
import { hold } from "./proof.ts";
import type { World } from "./world.ts";

/** The initial time of every clock: a Monday, ten in the morning in New York. */
export const beginsAt = "2026-11-16T15:00:00.000Z";

/** Where the people of a closing stop to act. */
export type Leaving = "BEFORE_SIGNING" | "CO_OWNER_MISSING" | "SIGNED" | "FUNDING_REQUESTED";
const leavings: readonly Leaving[] = ["FUNDING_REQUESTED", "CO_OWNER_MISSING", "BEFORE_SIGNING", "SIGNED"];

/** An application whose offer is chosen and waits for signatures. */
export type Closing = {
  n: number;
  platformId: string;
  businessId: string;
  platformUserId: string;
  applicationId: string;
  offerId: string;
  amountCents: number;
  /** What the borrower receives: the amount less the fee. */
  payoutCents: number;
  provider: CapitalProviderId;
  /** In California the owner signs a disclosure first. */
  isDisclosed: boolean;
  coOwner: { id: string; email: string } | null;
  /** Whether owners return from the vendor's page. Otherwise only its webhook reports a signature. */
  returns: boolean;
  /** How many members of staff approve the funding at the same moment. */
  approvers: 1 | 2;
  leaves: Leaving | null;
};

/** Every eighth closing is left by its people, each time elsewhere. Every fourth has a co-owner, every third a disclosure to sign. */
export async function makeClosing(world: World, n: number, random: () => number): Promise<Closing> {
  const isDisclosed = n % 3 === 0;
  const leaves = n % 8 === 3 ? (leavings[Math.floor(n / 8) % leavings.length] ?? null) : null;
  const hasCoOwner = n % 4 === 1 || leaves === "CO_OWNER_MISSING";
  const coOwner = hasCoOwner ? { id: randomUUID(), email: `co-owner-${n}@proof.example` } : null;
  const provider = n % 2 === 0 ? "CONCAR_SPV_1" : "EQUITY";
  // Whole hundreds of dollars, so that neither the amount nor the payout selects a scenario of the sandbox by its cents.
  const amountCents = (100 + Math.floor(random() * 400)) * 10_000;
  const applicant = await makeApplicant(world, { name: `${n}`, accountNumber: `100006${1_000 + n}`, coOwner });
  const terms = sampleOffer("TERM_LOAN", amountCents);
  const chosen = await chooseOffer(world, applicant, {
    terms,
    amountCents,
    state: isDisclosed ? "CA" : "OH",
    provider,
  });
  return {
    n,
    ...applicant,
    ...chosen,
    amountCents,
    // The fee of the sample is 3 %.
    payoutCents: (amountCents / 100) * 97,
    provider,
    isDisclosed,
    coOwner,
    returns: n % 2 === 0,
    approvers: n % 3 === 1 ? 2 : 1,
    leaves,
  };
}

export type Applicant = Pick<Closing, "platformId" | "businessId" | "platformUserId">;

/** A business with its own clock, its primary owner and the account that is paid and debited. */
export async function makeApplicant(
  world: World,
  { name, accountNumber, coOwner }: { name: string; accountNumber: string } & Pick<Closing, "coOwner">,
): Promise<Applicant> {
  const { platformId } = world;
  const [businessId, userId, platformUserId] = [randomUUID(), randomUUID(), randomUUID()];
  const row = { id: businessId, platform_id: platformId, platform_business_id: `proof-${name}` };
  await insert(world, "business", row, [
    ["name", `Harbor ${name}`],
    ["is_test", true],
  ]);
  const own = { platform_id: platformId, business_id: businessId };
  // Who has not consented is shown no offer.
  await insert(world, "onboarding_step", own, [
    ["step", "COLLECT_CONSENT"],
    ["answer_hash", Buffer.from("x")],
    ["completed_at", beginsAt],
  ]);
  await insert(world, "business_clock", own, [["now_at", beginsAt]]);
  await insert(world, "business_user", own, [
    ["id", userId],
    ["platform_user_id", platformUserId],
    ["email", `owner-${name}@proof.example`],
    ["first_name", "Rosa"],
  ]);
  await insert(world, "user_role", own, [
    ["user_id", userId],
    ["role", "PRIMARY_OWNER"],
  ]);
  await insertOwner(world, own, randomUUID(), [
    ["user_id", userId],
    ["is_primary", true],
    ["first_name", "Rosa"],
    ["email", `owner-${name}@proof.example`],
  ]);
  if (coOwner)
    await insertOwner(world, own, coOwner.id, [
      ["is_primary", false],
      ["current_step", "START_FLOW"],
      ["first_name", "Luis"],
      ["email", coOwner.email],
    ]);
  await insertAccount(world, { platformId, businessId }, accountNumber);
  return { platformId, businessId, platformUserId };
}

type OfferToChoose = {
  terms: OfferTerms;
  amountCents: number;
  state: string;
  provider: CapitalProviderId;
  /** When it was chosen, by the clock of the business. */
  at?: string;
};

const offeredForDays = 30;

/** An application of the business with one offer, which its owner has chosen and which the capital provider has reserved. */
export async function chooseOffer(
  { app, admin }: World,
  { platformId, businessId }: Applicant,
  { terms, amountCents, state, provider, at = beginsAt }: OfferToChoose,
): Promise<Pick<Closing, "applicationId" | "offerId">> {
  const tenant = { platformId, businessId };
  const { application, offer } = await offered(admin, tenant, { terms, amountCents, state, isLocked: true });
  const { productType: product } = terms;
  const assignment = await inScope(app.pool, tenant, (tx) =>
    assignCapital(
      tx,
      { ...tenant, applicationId: application, product, state: "OH", industry: "44", amountCents },
      { ...anyProvider, only: provider },
    ),
  );
  hold("the provider", assignment.provider, provider);
  await admin.query(
    `update app.offer set status = 'SELECTED', selected_at = $2, chosen_amount_cents = amount_cents, chosen_terms = terms,
       capital_provider_id = $3, expires_at = $2::timestamptz + make_interval(days => $4) where id = $1`,
    [offer, at, provider, offeredForDays],
  );
  await admin.query(
    `update app.loan_application set offer_step = 'COLLECT_LEGAL_AGREEMENTS', capital_provider_id = $2,
       next_action_at = (select expires_at from app.offer where id = $3) where id = $1`,
    [application, provider, offer],
  );
  return { applicationId: application, offerId: offer };
}

type Own = Record<string, string>;
type Columns = [name: string, value: unknown][];

async function insert({ admin }: World, table: string, own: Own, columns: Columns): Promise<void> {
  const all = [...Object.entries(own), ...columns];
  await admin.query(
    `insert into app.${table} (${all.map(([name]) => name).join(", ")}) values (${all.map((_, at) => `$${at + 1}`).join(", ")})`,
    all.map(([, value]) => value),
  );
}

/** An owner whose identity the vendor has approved. */
async function insertOwner(world: World, own: Own, ownerId: string, columns: Columns): Promise<void> {
  await insert(world, "business_owner", own, [["id", ownerId], ["last_name", "Marín"], ...columns]);
  await insert(world, "identity_inquiry", own, [
    ["owner_id", ownerId],
    ["attempt", 1],
    ["vendor_inquiry_id", `inq_${ownerId}`],
    ["status", "APPROVED"],
    ["approved_at", beginsAt],
  ]);
}

/** The account that is paid and debited. It was verified and chosen long ago, so that no payout is held. */
async function insertAccount(world: World, tenant: { platformId: string; businessId: string }, accountNumber: string) {
  const { app } = world;
  const own = { platform_id: tenant.platformId, business_id: tenant.businessId };
  const id = randomUUID();
  await insert(world, "bank_account", own, [
    ["id", id],
    ["account_name", "Checking"],
    ["account_number_last4", accountNumber.slice(-4)],
    ["account_subtype", "checking"],
    ["holder", "BUSINESS"],
    ["created_method", "MANUAL"],
    ["verification", "VERIFIED"],
    ["added_on", "2026-01-02"],
    ["sanctions_clear_on", "2026-01-02"],
    ["roles", ["SERVICING", "DISBURSEMENT"]],
  ]);
  await insert(world, "ach_authorization", own, [
    ["bank_account_id", id],
    ["text_hash", Buffer.from("x")],
    ["text_version", "1"],
  ]);
  const key = await app.vault.keyFor(tenant);
  for (const [field, number] of [
    ["ACCOUNT_NUMBER", accountNumber],
    ["ROUTING_NUMBER", "021000021"],
  ] as const) {
    const secret = {
      ownerId: id,
      field,
      value: new Secret(number),
      fingerprint: app.vault.fingerprint(number, field),
    };
    await inScope(app.pool, tenant, (tx) => app.vault.save(tx, key, secret));
  }
}

/** The session tokens of members of staff with every role that a closing needs. */
export type StaffTokens = [maker: string, first: string, second: string];

export async function createStaff({ admin }: World): Promise<StaffTokens> {
  const member = async () => {
    const token = randomBytes(32).toString("base64url");
    await admin.query(
      `with member as (
         insert into app.staff_member (email, name, roles) values ($1, 'Ada', '{UNDERWRITER,OPERATIONS,TREASURY}') returning id)
       insert into app.staff_session (member_id, method, token_hash, expires_at)
       select id, 'CODE', $2, now() + interval '1 day' from member`,
      [`${randomUUID()}@inlay.test`, createHash("sha256").update(token).digest()],
    );
    return token;
  };
  return [await member(), await member(), await member()];
}
