import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { noCents } from "@inlay/lending/money/cents.ts";
import type { UnderwritingFacts } from "@inlay/lending/underwriting/data/facts.ts";
import { type Decision, noRulings } from "@inlay/lending/underwriting/decide.ts";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import type pg from "pg";
import type { AppContext } from "../../context.ts";
import { inScope } from "../../db/scope.ts";
import type { Tenant } from "../reports.ts";
import { decideOn, encryptRun, freeze, saveRun } from "./decisions.ts";

/** The facts of a business of which nothing is known. */
const nothingKnown = ({ platformId, businessId }: Tenant): UnderwritingFacts => ({
  takenOn: businessDate("2026-11-17"),
  business: {
    id: businessId,
    name: "Harbor Bakery",
    platformBusinessId: "harbor",
    phoneNumber: null,
    addressState: "OR",
    isSoleProprietorship: false,
    selectedProducts: ["TERM_LOAN"],
  },
  platform: {
    id: platformId,
    name: "Test platform",
    businessSince: businessDate("2026-01-05"),
    minimumFicoScoreRequiredOnPlatform: null,
  },
  owners: [],
  businessCredit: null,
  verification: null,
  accounts: [],
  transactions: [],
  salesDays: [],
  accountingMonths: [],
  debts: [],
  statement: null,
  withUs: { hasDefaulted: false, isLate: false, exposureCents: noCents },
});

/** Bases the decision of an offer, whose rows a test has inserted, on facts that can be decrypted. */
export async function freezeFactsOf(
  app: AppContext,
  admin: pg.Pool,
  tenant: Tenant,
  offerId: string,
  known: Partial<UnderwritingFacts> = {},
): Promise<void> {
  const snapshot = await freeze(app, tenant, { ...nothingKnown(tenant), ...known });
  if (!snapshot) throw new Error("a key was destroyed");
  await admin.query(
    `with frozen as (insert into app.decision_snapshot (id, platform_id, business_id, hash, owner_ids, encrypted, taken_at)
       values ($1, $2, $3, $4, '{}', $5, now()) returning id)
     update app.decision set snapshot_id = frozen.id from frozen where decision.id = (select decision_id from app.offer where id = $6)`,
    [snapshot.id, tenant.platformId, tenant.businessId, snapshot.hash, snapshot.encrypted, offerId],
  );
}

const anOffer = { terms: { productType: "TERM_LOAN" }, amountCents: 1_000_000, aprPercentage: 20 };

/** An advance that waits for staff, or a term loan that waits for capital, with a decision that was not made by a workflow. */
export async function decidedApplication(
  app: AppContext,
  tenant: Tenant,
  status: "ASSIGN_TO_CAPITAL_PROVIDER" | "UNASSIGNED",
): Promise<{ applicationId: string; decisionId: string }> {
  const now = new Date();
  const product = status === "UNASSIGNED" ? "TERM_LOAN" : "MCA";
  const { id } = await inScope(app.pool, tenant, (tx) =>
    tx
      .insertInto("loan_application")
      .values({
        platform_id: tenant.platformId,
        business_id: tenant.businessId,
        product,
        status,
        received_at: now,
        completed_at: now,
        promised_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const facts = nothingKnown(tenant);
  const snapshot = await freeze(app, tenant, facts);
  if (!snapshot) throw new Error("a key was destroyed");
  const open = decideOn(facts, product, firstPolicy);
  const decision =
    status === "UNASSIGNED"
      ? ({ ...open, outcome: "OFFERS", reasons: [], offers: [anOffer] } as unknown as Decision)
      : open;
  const run = await encryptRun(snapshot.keys, decision, noRulings);
  await inScope(app.pool, tenant, (tx) => saveRun(tx, tenant, { id, round: 1 }, snapshot, run));
  return { applicationId: id, decisionId: run.id };
}
