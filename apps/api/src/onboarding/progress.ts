import type { EligibilityAnswers } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import type { Workflow } from "@inlay/contracts/onboarding/workflow.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { LoanApplicationState } from "@inlay/lending/applications/loan-application.ts";
import { shownApplication } from "@inlay/lending/applications/where-it-stands.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { currentOnboardingStep, type OnboardingFacts, onboardingPlan } from "@inlay/lending/onboarding/plan.ts";
import type { BusinessRole } from "@inlay/lending/onboarding/roles.ts";
import {
  type AdditionalInput,
  type OnboardingStep,
  onboardingWireStep,
  type RoleGate,
} from "@inlay/lending/onboarding/steps.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { sql } from "kysely";
import { prepared, type Tx } from "../db/scope.ts";

export type Progress = {
  current: OnboardingStep;
  plan: OnboardingStep[];
  /** The facts that the plan was made from. */
  facts: OnboardingFacts;
  /** No step is completed yet. */
  isAtStart: boolean;
  done: ReadonlySet<OnboardingStep>;
  answers: Answers;
  selectedProducts: ProductType[];
  isTestBusiness: boolean;
  hasSeenWaitingForOffers: boolean;
  isSurveyComplete: boolean;
  /** The application that is shown. Null before consent, which creates the applications. */
  application: ShownApplication | null;
  /** The largest open offer of all applications. */
  highestOfferAmountCents: number | null;
  hasIssuedProducts: boolean;
};

/** Where an application stands. */
export type ShownApplication = {
  id: string;
  product: ProductType;
  status: LoanApplicationState;
  offerStep: OfferStep;
  receivedAt: Date;
};
type ApplicationRow = Omit<ShownApplication, "receivedAt"> & { receivedAt: string };

const rowsOf = prepared((tx, { ids }: { ids: string[] }) =>
  tx
    .selectFrom("business as b")
    .leftJoin("onboarding as o", "o.business_id", "b.id")
    .select(["b.id", "b.is_test", "o.answers", "o.has_seen_waiting_for_offers", "o.survey_completed_at"])
    .select([
      sql<
        OnboardingStep[]
      >`(select coalesce(array_agg(s.step), '{}') from app.onboarding_step s where s.business_id = b.id)`.as("done"),
      sql<number | null>`(select max(p.prequalified_amount_cents) from app.prequalification p
        where p.business_id = b.id and p.is_prequalified and p.replaced_at is null and p.expires_date >= app.business_now(b.id)::date)`.as(
        "prequalified_amount_cents",
      ),
      sql<
        ApplicationRow[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'product', a.product, 'status', a.status,
          'offerStep', a.offer_step, 'receivedAt', a.received_at) order by a.id), '[]')
        from app.loan_application a where a.business_id = b.id)`.as("applications"),
      sql<number | null>`(select max(f.amount_cents) from app.offer f
        where f.business_id = b.id and f.status in ('WAITING_FOR_SELECTION', 'SELECTED') and f.is_locked)`.as(
        "highest_offer_cents",
      ),
      sql<AdditionalInput[]>`(select coalesce(array_agg(i.sub_step), '{}') from app.additional_input i
        where i.business_id = b.id and i.owner_id is null and i.done_at is null and i.released_at is null)`.as(
        "open_inputs",
      ),
      sql<boolean>`exists (select from app.bank_account a
        where a.business_id = b.id and a.provided_fingerprint is not null and a.party = 'BUSINESS' and a.removed_at is null)`.as(
        "provided_account",
      ),
      sql<boolean>`exists (select from app.business_owner w
        where w.business_id = b.id and w.removed_at is null and w.ownership_basis_points is null)`.as(
        "lacks_percentage",
      ),
      sql<boolean>`exists (select from app.issued_product p where p.business_id = b.id)`.as("has_issued_products"),
      // Screening starts at consent. A listed business is stopped without a reason.
      sql<boolean>`o.stopped_at is not null or case
        when exists (select from app.onboarding_step s where s.business_id = b.id and s.step = 'COLLECT_CONSENT')
        then app.is_listed(b.id)
        else false end`.as("is_stopped"),
    ])
    .where("b.id", "=", sql<string>`any(${ids}::uuid[])`),
);

/** The onboarding progress of several businesses of one platform. */
export async function progressOf(
  tx: Tx,
  settings: PlatformSettings,
  businessIds: readonly string[],
): Promise<Map<string, Progress>> {
  const rows = await rowsOf(tx, { ids: [...businessIds] });
  return new Map(
    rows.map((row) => {
      const answers = (row.answers ?? {}) as Answers;
      const facts = {
        ...factsFrom(answers, settings, row.prequalified_amount_cents),
        openInputs: row.open_inputs,
        isStopped: row.is_stopped,
        hasIssuedProducts: row.has_issued_products,
        platformProvidedAccount: row.provided_account,
      };
      const done = new Set(row.done);
      // Before consent every owner has a percentage, also if the list was completed before percentages were asked for.
      if (row.lacks_percentage && !done.has("COLLECT_CONSENT")) done.delete("COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
      const progress = {
        current: currentOnboardingStep(facts, done),
        plan: onboardingPlan(facts),
        facts,
        done,
        isAtStart: done.size === 0,
        answers,
        selectedProducts: [...facts.selectedProducts],
        isTestBusiness: row.is_test,
        hasSeenWaitingForOffers: row.has_seen_waiting_for_offers ?? false,
        isSurveyComplete: row.survey_completed_at !== null,
        // An owner who applies again after the end of an application has not consented yet.
        application: done.has("COLLECT_CONSENT") ? shownOf(row.applications) : null,
        highestOfferAmountCents: row.highest_offer_cents,
        hasIssuedProducts: row.has_issued_products,
      };
      return [row.id, progress];
    }),
  );
}

const shownOf = (rows: readonly ApplicationRow[]): ShownApplication | null =>
  shownApplication(
    rows.map(({ id, product, status, offerStep, receivedAt }) => ({
      id,
      product,
      status,
      offerStep,
      receivedAt: new Date(receivedAt),
    })),
  );

/** The onboarding progress of the business in scope. */
export async function currentProgress(tx: Tx, settings: PlatformSettings, businessId: string): Promise<Progress> {
  const progress = (await progressOf(tx, settings, [businessId])).get(businessId);
  if (!progress) throw new Error("a business in scope has no onboarding progress");
  return progress;
}

/** The answers that decide the plan or have no table of their own. Each step writes its own. */
export type Answers = {
  isEligible?: boolean;
  eligibilityAnswers?: EligibilityAnswers;
  selectedProducts?: ProductType[];
  optToProvideBankStatements?: boolean;
  hasExistingDebt?: boolean;
  hasOnlyOneTaxReturn?: boolean;
};

const selectedIn = ({ selectedProducts }: Answers): ProductType[] =>
  productTypes.filter((product) => selectedProducts?.includes(product));

/** The products that the owner applies for: the selected ones or, where the platform hides the selection, all that are enabled. */
export function productsAppliedFor(answers: Answers, settings: PlatformSettings): readonly ProductType[] {
  const selected = selectedIn(answers);
  return selected.length > 0 ? selected : settings.platformEnabledProducts;
}

const factsFrom = (
  answers: Answers,
  settings: PlatformSettings,
  prequalifiedAmountCents: number | null,
): Omit<OnboardingFacts, "openInputs" | "isStopped" | "hasIssuedProducts" | "platformProvidedAccount"> => ({
  selectedProducts: selectedIn(answers),
  prequalifiedAmountCents,
  optToProvideBankStatements: answers.optToProvideBankStatements ?? false,
  hasExistingDebt: answers.hasExistingDebt ?? false,
  accountingSource: settings.accountingSource,
  prequalHidesStepsUpToCents: settings.prequalHidesStepsUpToCents,
  requiredSteps: settings.requiredSteps,
  hiddenSteps: settings.hiddenSteps,
});

/** A person who is not the primary owner gets a role gate instead of a step. */
export function gateFor(roles: readonly BusinessRole[]): RoleGate | null {
  if (roles.length === 0) return "SELECT_USER_ROLES";
  if (roles.includes("PRIMARY_OWNER")) return null;
  return roles.includes("PRIMARY_OWNER_CONFLICT") ? "PRIMARY_OWNER_CONFLICT" : "BLOCKED_ON_PRIMARY_OWNER";
}

/** The position of a person in onboarding, as the portal is told it. */
export function workflowStepFor(roles: readonly BusinessRole[], progress?: Progress): Workflow["currentStep"] {
  const isServiced = progress?.current === "WAITING_FOR_OFFERS" && progress.hasIssuedProducts;
  return gateFor(roles) ?? (isServiced ? "READY_FOR_SERVICING" : onboardingWireStep(progress?.current ?? "START_FLOW"));
}
