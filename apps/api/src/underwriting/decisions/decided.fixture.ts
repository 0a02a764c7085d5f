import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { noCents } from "@inlay/lending/money/cents.ts";
import type { UnderwritingFacts } from "@inlay/lending/underwriting/data/facts.ts";
import { type Decision, noRulings } from "@inlay/lending/underwriting/decide.ts";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
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
