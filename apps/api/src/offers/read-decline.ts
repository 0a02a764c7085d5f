import type { Decline } from "@inlay/contracts/decline.ts";
import { comeBackOn } from "@inlay/lending/applications/why-not-reapply.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { Change } from "@inlay/lending/underwriting/changes.ts";
import { bankDetailsOf } from "@inlay/lending/underwriting/data/bank-details.ts";
import { inputsFrom } from "@inlay/lending/underwriting/data/inputs-from-facts.ts";
import { whatWouldChange, withoutCoOwnerReports } from "@inlay/lending/underwriting/what-would-change.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { settingsOf } from "../platforms/public.ts";
import { latestDecisionId, policyOf, readDecision, reapplying } from "../underwriting/public.ts";
import { appealsOf } from "./appeals/appeals.ts";
import { declinedApplication } from "./shown-application.ts";

type Tenant = { platformId: string; businessId: string };

/**
 * What would have led to an offer, from the facts, the policy and the rulings that the decision is stored with: the same at each reading, as
 * long as the platform offers the same products. Nothing is told once the facts are destroyed.
 */
export async function readDecline(app: AppContext, tenant: Tenant): Promise<Decline> {
  const { platformId, businessId } = tenant;
  const { shown, decisionId, otherProducts, again, appeals } = await inScope(app.pool, tenant, async (tx) => {
    const { shown, applied } = await declinedApplication(tx, businessId);
    const { platformEnabledProducts } = await settingsOf(tx, platformId);
    return {
      shown,
      decisionId: await latestDecisionId(tx, shown),
      otherProducts: platformEnabledProducts.filter((product) => !applied.includes(product)),
      again: await reapplying(tx, shown.id),
      appeals: await appealsOf(tx, businessId),
    };
  });
  const changes = decisionId ? await changesOf(app, tenant, decisionId, otherProducts) : [];
  return {
    loanApplicationId: shown.id,
    declinedOn: again.declinedOn,
    changes: changes.map(({ kind, from, to, on, product }) => ({ kind, from, to, on, productType: product })),
    comeBackOn: comeBackOn(again.declinedOn, changes),
    canApplyAgain: again.canApplyAgain,
    appeal: appeals.find(({ loanApplicationId }) => loanApplicationId === shown.id) ?? null,
  };
}

async function changesOf(
  app: AppContext,
  tenant: Tenant,
  decisionId: string,
  otherProducts: readonly ProductType[],
): Promise<Change[]> {
  const stored = await readDecision(app, tenant, decisionId);
  if (!stored || stored === "DESTROYED") return [];
  const { facts, product, rulings, policyVersion } = stored;
  const policy = await inScope(app.pool, tenant, (tx) => policyOf(tx, policyVersion));
  const bank = bankDetailsOf(facts);
  const inputs = inputsFrom(facts, policy, bank);
  const ownInputs = inputsFrom(withoutCoOwnerReports(facts), policy, bank);
  return whatWouldChange({ product, inputs, ownInputs, policy, rulings, otherProducts }).changes;
}
