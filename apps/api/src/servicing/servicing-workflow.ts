import { Refusal } from "@inlay/contracts/errors.ts";
import type { ServicingWorkflow } from "@inlay/contracts/onboarding/workflow.ts";
import { issuedProductLifecycle, type LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import type { BusinessRole } from "@inlay/lending/onboarding/roles.ts";
import { servicingWorkflowLifecycle } from "@inlay/lending/servicing/servicing-workflow.ts";
import type { ServicingStep } from "@inlay/lending/servicing/steps.ts";
import { sql } from "kysely";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { listIssuedProducts } from "../products/public.ts";

type Membership = { businessId: string; roles: readonly BusinessRole[] };
type Product = { id: string; businessId: string; isWaiting: boolean };

/** The products of businesses, and which of them wait for their welcome page, oldest first. One that is over needs none. */
async function productsOf(tx: Tx, businessIds: readonly string[]): Promise<Product[]> {
  const rows = await tx
    .selectFrom("issued_product as p")
    .leftJoin("servicing_welcome as w", "w.issued_product_id", "p.id")
    .select(["p.id", "p.business_id", "p.loan_status", "w.seen_at"])
    .where("p.business_id", "=", sql<string>`any(${businessIds}::uuid[])`)
    .where("p.offer_id", "is not", null)
    .orderBy("p.created_at")
    .orderBy("p.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    businessId: row.business_id,
    isWaiting: row.seen_at === null && !issuedProductLifecycle.isOver(row.loan_status as LoanStatus),
  }));
}

/** Null without a product. Only the primary owner is shown welcome pages; everybody else enters after them. */
function stepOf(roles: readonly BusinessRole[], products: readonly Product[]): ServicingStep | null {
  if (products.length === 0) return null;
  const isWelcomed = !roles.includes("PRIMARY_OWNER") || products.every(({ isWaiting }) => !isWaiting);
  return isWelcomed ? "READY_FOR_SERVICING" : "INIT_SERVICING_FLOW";
}

/** The servicing step of a person in each of their businesses. */
export async function servicingStepsOf(
  tx: Tx,
  memberships: readonly Membership[],
): Promise<Map<string, ServicingStep | null>> {
  const products = await productsOf(
    tx,
    memberships.map(({ businessId }) => businessId),
  );
  return new Map(
    memberships.map(({ businessId, roles }) => [
      businessId,
      stepOf(
        roles,
        products.filter((product) => product.businessId === businessId),
      ),
    ]),
  );
}

export async function servicingWorkflowOf(tx: Tx, { businessId, roles }: Membership): Promise<ServicingWorkflow> {
  return { currentStep: stepOf(roles, await productsOf(tx, [businessId])) };
}

/** What the step shows: the welcome page is about the oldest product that waits for one. Refuses any step but the current one. */
export async function readServicingStep(tx: Tx, { businessId, roles }: Membership, step: ServicingStep) {
  const products = await productsOf(tx, [businessId]);
  if (stepOf(roles, products) !== step) throw new Refusal("STEP_NOT_CURRENT");
  if (step === "READY_FOR_SERVICING") return { existingData: { issuedProduct: null, fundsExpectedOn: null } };
  const waiting = products.find(({ isWaiting }) => isWaiting);
  const listed = (await listIssuedProducts(tx, businessId)).find(({ product }) => product.id === waiting?.id);
  if (!listed) throw new Error("a product that waits for its welcome page is not listed");
  return { existingData: { issuedProduct: listed.product, fundsExpectedOn: listed.fundsExpectedOn } };
}

/**
 * Completes the welcome page of one product, or of all that wait for one. A page that was completed before stays as it is, so a repeated
 * request is answered with the current step.
 */
export async function completeWelcome(
  tx: Tx,
  { platformId, businessId, userId, roles }: Person,
  issuedProductId: string | undefined,
  requestId: string,
): Promise<ServicingWorkflow> {
  const products = await productsOf(tx, [businessId]);
  if (stepOf(roles, products) === null) throw new Refusal("STEP_NOT_CURRENT");
  const named = products.filter(({ id }) => issuedProductId === undefined || id === issuedProductId);
  if (named.length === 0) throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  const now = await businessNow(tx, businessId);
  for (const product of named.filter(({ isWaiting }) => isWaiting)) {
    const seen = await tx
      .insertInto("servicing_welcome")
      .values({
        issued_product_id: product.id,
        platform_id: platformId,
        business_id: businessId,
        seen_by: userId,
        seen_at: now,
      })
      .onConflict((conflict) => conflict.column("issued_product_id").doNothing())
      .executeTakeFirst();
    product.isWaiting = false;
    // Another request has completed the page in the meantime.
    if (seen.numInsertedOrUpdatedRows !== 1n) continue;
    const next = products.some(({ isWaiting }) => isWaiting) ? "INIT_SERVICING_FLOW" : "READY_FOR_SERVICING";
    await record(tx, {
      platformId,
      businessId,
      kind: "servicing.initialized",
      body: { issuedProductId: product.id },
      action: "servicing.begin",
      object: { kind: "issued product", id: product.id },
      before: { currentStep: "INIT_SERVICING_FLOW" },
      after: {
        currentStep: servicingWorkflowLifecycle.next("INIT_SERVICING_FLOW", "SERVICING_FLOW_INITIALIZED", next),
      },
      actor: { kind: "USER", id: userId },
      requestId,
    });
  }
  return { currentStep: stepOf(roles, products) };
}
