import type { BuiltStep } from "@inlay/contracts/onboarding/steps.ts";
import { type OnboardingOverview, overviewRows } from "@inlay/contracts/staff/calls/business-overview.ts";
import {
  type OnboardingAnswer,
  type OnboardingAnswers,
  onboardingAnswers,
} from "@inlay/contracts/staff/onboarding-answers.ts";
import type { DocumentType } from "@inlay/lending/documents/document.ts";
import type { OnboardingStep } from "@inlay/lending/onboarding/steps.ts";
import { listAccounts, listItems } from "../../banking/public.ts";
import type { Tx } from "../../db/scope.ts";
import { listCoOwners } from "../../people/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import { accountantOf, isAccountingLinked } from "../../underwriting/public.ts";
import { statementForStaff } from "../consents/owner-statement.ts";
import { loadBusinessDetails } from "../details/business-details.ts";
import { listDebts } from "../details/existing-debts.ts";
import { loadTax, primaryOwnerOf } from "../details/tax.ts";
import { currentProgress, type Progress } from "../progress.ts";
import { listInputs } from "./list-inputs.ts";

type Source = { tx: Tx; businessId: string; progress: Progress };

const countedDocuments = async ({ tx, businessId }: Source, documentType: DocumentType): Promise<string[]> =>
  (
    await tx
      .selectFrom("business_document")
      .select("id")
      .where("business_id", "=", businessId)
      .where("document_type", "=", documentType)
      .where("is_counted", "=", true)
      .orderBy("created_at")
      .orderBy("id")
      .limit(overviewRows)
      .execute()
  ).map(({ id }) => id);

/** How staff read the answer to each step. */
const readers: { [S in BuiltStep]: (source: Source) => Promise<OnboardingAnswer<S>> } = {
  START_FLOW: async ({ progress }) => ({ isEligible: progress.answers.isEligible ?? null }),
  SELECT_PRODUCTS: async ({ progress }) => ({ selectedProducts: progress.selectedProducts }),
  COLLECT_PERSONAL_DETAILS: async ({ tx, businessId }) => ({ ownerId: await primaryOwnerOf(tx, businessId) }),
  COLLECT_BUSINESS_DETAILS: ({ tx, businessId }) => loadBusinessDetails(tx, businessId),
  COLLECT_PLAID: async ({ tx, businessId, progress }) => ({
    optToProvideBankStatements: progress.answers.optToProvideBankStatements ?? false,
    bankItemIds: (await listItems(tx, businessId)).map(({ itemId }) => itemId),
  }),
  COLLECT_BANK_STATEMENTS: async (source) => ({ documentIds: await countedDocuments(source, "BANK_STATEMENT") }),
  COLLECT_BANK_INFO: async ({ tx, businessId }) => ({
    bankAccountId: (await listAccounts(tx, businessId, ["MANUAL"])).at(-1)?.id ?? null,
  }),
  COLLECT_RAILZ: async (source) => ({
    entityType: (await loadTax(source.tx, source.businessId)).entityType,
    isAccountingConnected: await isAccountingLinked(source.tx, source.businessId),
    accountant: await accountantOf(source.tx, source.businessId),
    documentIds: await countedDocuments(source, "TAX_RETURN"),
  }),
  COLLECT_BUSINESS_TAX: async (source) => ({
    entityType: (await loadTax(source.tx, source.businessId)).entityType,
    documentIds: await countedDocuments(source, "TAX_RETURN"),
  }),
  COLLECT_EXISTING_DEBT: async ({ tx, businessId }) => ({ debts: await listDebts(tx, businessId) }),
  COLLECT_REFINANCE_OPTIONS: async ({ tx, businessId }) => ({
    refinancedDebtIds: (await listDebts(tx, businessId))
      .filter(({ refinanceRequested }) => refinanceRequested)
      .map(({ id }) => id),
  }),
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: async ({ tx, businessId }) => ({
    ownerIds: (await listCoOwners(tx, businessId)).map(({ id }) => id),
  }),
  COLLECT_CONSENT: async ({ tx, businessId }) => ({
    consents: await listConsents(tx, businessId),
    statement: await statementForStaff(tx, businessId),
  }),
};

async function listConsents(tx: Tx, businessId: string): Promise<OnboardingAnswer<"COLLECT_CONSENT">["consents"]> {
  const rows = await tx
    .selectFrom("consent")
    .select(["id", "user_id", "role", "kind", "text_version", "language", "given_at"])
    .where("business_id", "=", businessId)
    .orderBy("given_at", "desc")
    .orderBy("id", "desc")
    .limit(overviewRows)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    role: row.role,
    kind: row.kind,
    textVersion: row.text_version,
    language: row.language as "en" | "es",
    givenAt: row.given_at.toISOString(),
  }));
}

/** The onboarding of a business with its answers, for staff. */
export async function readOnboarding(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
): Promise<OnboardingOverview> {
  const progress = await currentProgress(tx, await settingsOf(tx, platformId), businessId);
  const completed = await tx
    .selectFrom("onboarding_step")
    .select(["step", "completed_at", "completed_by"])
    .where("business_id", "=", businessId)
    .orderBy("completed_at")
    .execute();
  const row = await tx
    .selectFrom("onboarding as o")
    .leftJoin("input_request as r", (join) =>
      join.onRef("r.business_id", "=", "o.business_id").on("r.closed_at", "is", null),
    )
    .select(["o.stopped_at", "r.due_on"])
    .where("o.business_id", "=", businessId)
    .executeTakeFirst();
  const answers: Record<string, unknown> = {};
  for (const step of Object.keys(onboardingAnswers) as BuiltStep[])
    if (progress.done.has(step)) answers[step] = await readers[step]({ tx, businessId, progress });
  const steps = [...new Set([...progress.plan, ...completed.map(({ step }) => step as OnboardingStep)])];
  return {
    currentStep: progress.current,
    stoppedAt: row?.stopped_at?.toISOString() ?? null,
    steps: steps.map((step) => {
      const done = completed.find((one) => one.step === step);
      return {
        step,
        applies: progress.plan.includes(step),
        completedAt: done?.completed_at.toISOString() ?? null,
        completedBy: done?.completed_by ?? null,
      };
    }),
    answers: answers as OnboardingAnswers,
    additionalInputs: (await listInputs(tx, businessId)).slice(0, overviewRows),
    answerBy: row?.due_on ?? null,
  };
}
