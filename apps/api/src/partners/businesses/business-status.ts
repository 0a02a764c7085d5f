import { publicId } from "@inlay/contracts/ids.ts";
import type { BusinessStatus, MissingItem, ProductInStatus } from "@inlay/contracts/partner/businesses/business.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { offersStateAt } from "@inlay/lending/applications/where-it-stands.ts";
import { issuedProductLifecycle, type LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import { applicationStatus, applicationStatuses } from "@inlay/lending/onboarding/application-status.ts";
import type { AdditionalInput, OnboardingStep } from "@inlay/lending/onboarding/steps.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { sql } from "kysely";
import type { Tx } from "../../db/scope.ts";
import { type Progress, progressOf } from "../../onboarding/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import { type ListedProduct, listIssuedProducts } from "../../products/public.ts";

type Code = MissingItem["code"];

type Ask = { code: Code; message: string };

/** The missing item that each step means for a partner. Null: the step collects nothing. */
const missingAt: Record<OnboardingStep, Ask | null> = {
  START_FLOW: null,
  SELECT_PRODUCTS: { code: "PRODUCT_CHOICE", message: "Choose the kind of financing." },
  COLLECT_PERSONAL_DETAILS: { code: "OWNER_DETAILS", message: "Tell us who owns the business." },
  COLLECT_BUSINESS_DETAILS: { code: "BUSINESS_DETAILS", message: "Tell us about the business." },
  COLLECT_PLAID: { code: "BANK_LINK", message: "Connect a bank account." },
  COLLECT_BANK_STATEMENTS: { code: "BANK_STATEMENTS", message: "Upload bank statements." },
  COLLECT_BANK_INFO: { code: "BANK_DETAILS", message: "Enter the details of the bank account." },
  COLLECT_RAILZ: { code: "ACCOUNTING", message: "Connect the accounting, or upload tax returns." },
  COLLECT_BUSINESS_TAX: { code: "TAX_RETURNS", message: "Upload tax returns." },
  COLLECT_EXISTING_DEBT: { code: "DEBTS", message: "List other debts, if there are any." },
  COLLECT_REFINANCE_OPTIONS: { code: "REFINANCE_CHOICE", message: "Choose which debts to refinance." },
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: {
    code: "CO_OWNERS",
    message: "State what each owner owns, and name the other owners, if there are any.",
  },
  COLLECT_CONSENT: { code: "CONSENT", message: "Review and accept the terms." },
  COLLECT_PERSONAL_PLAID: null,
  WAITING_FOR_OFFERS: null,
  REQUEST_ADDITIONAL_USER_INPUT: null,
  ONBOARDING_ERROR: null,
};

/**
 * The missing item that each open input means for a partner. Why a person's check is open is private, so every check of the owner is the same
 * item. Null: the input waits for us.
 */
const missingFor: Record<AdditionalInput, Ask | null> = {
  VERIFY_USER_IDENTITY_INFORMATION: { code: "OWNER_VERIFICATION", message: "Confirm the owner's details." },
  VERIFY_BUSINESS_INFORMATION: { code: "BUSINESS_VERIFICATION", message: "Confirm the details of the business." },
  VERIFY_BUSINESS_TAX_ID: { code: "TAX_ID", message: "Confirm the tax number of the business." },
  VERIFY_CREDIT_REPORT_UNLOCKED: { code: "OWNER_VERIFICATION", message: "Confirm the owner's details." },
  RECOLLECT_PLAID: { code: "BANK_LINK", message: "Connect the bank account again." },
  UPDATE_PRIMARY_BANK_ACCOUNT: { code: "REPAYMENT_ACCOUNT", message: "Choose the bank account for payments." },
  RECOLLECT_BANK_INFO: { code: "BANK_DETAILS", message: "Enter the details of the bank account again." },
  RECOLLECT_BANK_STATEMENTS: { code: "BANK_STATEMENTS", message: "Upload bank statements." },
  RECOLLECT_RAILZ: { code: "ACCOUNTING", message: "Connect the accounting, or upload tax returns." },
  RECOLLECT_TAX_RETURNS: { code: "TAX_RETURNS", message: "Upload tax returns." },
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: { code: "CO_OWNERS", message: "Check the list of the other owners." },
  ADDITIONAL_DOCUMENTS_UPLOAD: { code: "DOCUMENTS", message: "Upload the documents that we asked for." },
  MANUAL_OVERRIDE: null,
};

/** What the status says besides the progress of the onboarding. Times in JSON are text. */
type Facts = {
  id: string;
  createdAt: Date;
  hasPrimaryOwner: boolean;
  /** Since when two people claim to be the primary owner. */
  contestedAt: Date | null;
  openInputs: { subStep: AdditionalInput; raisedAt: string }[];
  /** The last day for the primary owner's answers, once the notice of incompleteness is given. */
  dueOn: string | null;
  /** Co-owners who have not consented or have an input to answer. One who was stopped is not waited for. */
  waitedFor: { userId: string | null; requestedAt: string }[];
  /** There is an account for payouts. */
  hasDisbursementAccount: boolean;
  /** The primary owner has not seen the welcome page of a product yet. */
  isWelcomeDue: boolean;
  hasProducts: boolean;
};

const running = issuedProductLifecycle.states.filter((status) => !issuedProductLifecycle.isOver(status));

const factsOf = async (tx: Tx, ids: readonly string[]): Promise<Facts[]> => {
  const { rows } = await sql<Facts>`
    select b.id, b.created_at as "createdAt",
      exists (select from app.user_role r where r.business_id = b.id and r.role = 'PRIMARY_OWNER') as "hasPrimaryOwner",
      (select min(r.created_at) from app.user_role r where r.business_id = b.id and r.role = 'PRIMARY_OWNER_CONFLICT') as "contestedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('subStep', i.sub_step, 'raisedAt', i.raised_at) order by i.raised_at, i.id), '[]')
        from app.additional_input i where i.business_id = b.id and i.owner_id is null and i.done_at is null and i.released_at is null) as "openInputs",
      (select r.due_on from app.input_request r where r.business_id = b.id and r.closed_at is null) as "dueOn",
      (select coalesce(jsonb_agg(jsonb_build_object('userId', o.user_id, 'requestedAt', coalesce(
          (select min(i.raised_at) from app.additional_input i where i.owner_id = o.id and i.done_at is null and i.released_at is null),
          (select max(v.created_at) from app.invitation v where v.owner_id = o.id), o.created_at)) order by o.created_at, o.id), '[]')
        from app.business_owner o where o.business_id = b.id and not o.is_primary and o.stopped_at is null and o.removed_at is null and (
          not exists (select from app.co_owner_step s where s.owner_id = o.id and s.step = 'COLLECT_CONSENT')
          or exists (select from app.additional_input i where i.owner_id = o.id and i.done_at is null and i.released_at is null))) as "waitedFor",
      exists (select from app.bank_account a where a.business_id = b.id and a.removed_at is null and 'DISBURSEMENT' = any(a.roles)) as "hasDisbursementAccount",
      exists (select from app.issued_product p where p.business_id = b.id and p.offer_id is not null and p.loan_status = any(${running})
        and not exists (select from app.servicing_welcome w where w.issued_product_id = p.id)) as "isWelcomeDue",
      exists (select from app.issued_product p where p.business_id = b.id) as "hasProducts"
    from app.business b
    where b.id = any(${ids}::uuid[])`.execute(tx);
  return rows;
};

/** The statuses of businesses of one platform in the partner API, and the products that each has chosen. */
export async function statusesOf(
  tx: Tx,
  platformId: string,
  ids: readonly string[],
): Promise<Map<string, { status: BusinessStatus; selectedProducts: ProductType[] }>> {
  const settings = await settingsOf(tx, platformId);
  const progress = await progressOf(tx, settings, ids);
  const statuses: Awaited<ReturnType<typeof statusesOf>> = new Map();
  for (const known of await factsOf(tx, ids)) {
    const at = progress.get(known.id);
    if (!at) continue;
    const products = known.hasProducts ? (await listIssuedProducts(tx, known.id)).map(productInStatus) : [];
    statuses.set(known.id, {
      status: statusOf(settings, at, known, products),
      selectedProducts: at.selectedProducts,
    });
  }
  return statuses;
}

const productStatuses: Record<LoanStatus, ProductInStatus["status"]> = {
  CURRENT: "CURRENT",
  LATE: "LATE",
  DEFAULTED: "DEFAULTED",
  FULLY_PAID: "PAID_OFF",
  REFINANCED: "REFINANCED",
  CLOSED: "CLOSED",
};

function productInStatus({ product, productState }: ListedProduct): ProductInStatus {
  const { servicingData: figures, loanStatus } = product;
  const { nextPaymentDate: date, nextPaymentAmountCents: totalCents } = figures;
  return {
    id: publicId("issuedProduct", product.id),
    productType: figures.product,
    status: productState === "PENDING" && loanStatus === "CURRENT" ? "FUNDING" : productStatuses[loanStatus],
    availableCents: "availableInCents" in figures ? figures.availableInCents : null,
    nextPayment: date !== null && totalCents !== null ? { date, totalCents } : null,
  };
}

function statusOf(
  settings: PlatformSettings,
  progress: Progress,
  facts: Facts,
  products: ProductInStatus[],
): BusinessStatus {
  const { application, highestOfferAmountCents } = progress;
  const { section, state } = placeOf(progress, facts);
  const missing = missingAtPlace(settings, progress, facts, state);
  const toDo = missing.filter(({ from }) => from !== "INLAY");
  const { status, upToCents } = applicationStatus({
    currentStep: progress.current,
    currentOfferStep: application?.offerStep ?? null,
    currentServicingStep: null,
    highestOfferAmountCents,
  });
  const countable = progress.plan.filter((step) => missingAt[step]);
  return {
    section,
    state,
    actionRequired: toDo.length > 0,
    actionMessage: toDo[0]?.message ?? null,
    label: applicationStatuses[status].label,
    offerUpToCents: upToCents,
    progress:
      section === "onboarding"
        ? { done: countable.filter((step) => progress.done.has(step)).length, total: countable.length }
        : null,
    missing,
    products,
  };
}

/** Where the business stands. An application whose offer became a product is over, and the product says more. */
function placeOf(progress: Progress, facts: Facts): Pick<BusinessStatus, "section" | "state"> {
  const { application } = progress;
  if (application?.offerStep === "ISSUED_PRODUCT_CREATED")
    return { section: "servicing", state: facts.isWelcomeDue ? "WELCOME" : "ACTIVE" };
  const offersState = application && offersStateAt[application.offerStep];
  if (offersState) return { section: "offers", state: offersState };
  return { section: "onboarding", state: onboardingState(progress, facts) };
}

/** While a signed loan is closed, and afterwards, the owner may still be asked for something. What offers need is shown in their own section. */
function missingAtPlace(
  settings: PlatformSettings,
  progress: Progress,
  facts: Facts,
  state: BusinessStatus["state"],
): MissingItem[] {
  if (state === "SIGNED" || state === "WELCOME" || state === "ACTIVE") return missingInputs(facts);
  const isInOffers = progress.application && offersStateAt[progress.application.offerStep];
  return isInOffers ? [] : missingIn(settings, progress, facts);
}

function onboardingState({ current, isAtStart }: Progress, { hasPrimaryOwner }: Facts): BusinessStatus["state"] {
  if (current === "ONBOARDING_ERROR") return "STOPPED";
  if (current === "REQUEST_ADDITIONAL_USER_INPUT") return "INPUT_REQUIRED";
  if (current === "WAITING_FOR_OFFERS") return "UNDER_REVIEW";
  return hasPrimaryOwner && !isAtStart ? "IN_PROGRESS" : "NOT_STARTED";
}

/** What is missing, and from whom. Why an application is stopped is not told: it is under our review. */
function missingIn(
  { platformDisbursementAccountExpected }: PlatformSettings,
  { current, plan, done, application }: Progress,
  facts: Facts,
): MissingItem[] {
  const { createdAt, contestedAt, openInputs, hasPrimaryOwner } = facts;
  if (current === "ONBOARDING_ERROR") return [review(application?.receivedAt ?? createdAt)];
  const role = hasPrimaryOwner
    ? []
    : [fromOwner({ code: "ROLE", message: "Choose who owns the business." }, createdAt)];
  const steps = plan.filter((step) => !done.has(step)).flatMap((step) => missingAt[step] ?? []);
  const held = openInputs.find(({ subStep }) => missingFor[subStep] === null);
  return [
    ...role,
    ...steps.map((ask) => fromOwner(ask, createdAt)),
    ...missingInputs(facts),
    ...(done.has("COLLECT_CONSENT") ? facts.waitedFor.map(fromCoOwner) : []),
    ...(application && platformDisbursementAccountExpected && !facts.hasDisbursementAccount
      ? [fromPlatform(application.receivedAt)]
      : []),
    ...(contestedAt ? [review(contestedAt)] : []),
    ...(held ? [review(new Date(held.raisedAt))] : []),
  ];
}

/** What the primary owner is asked for, each item once. */
function missingInputs({ openInputs, dueOn }: Facts): MissingItem[] {
  const inputs = openInputs.flatMap(({ subStep, raisedAt }) => {
    const ask = missingFor[subStep];
    return ask ? [fromOwner(ask, new Date(raisedAt), dueOn)] : [];
  });
  return inputs.filter(({ code }, index) => inputs.findIndex((one) => one.code === code) === index);
}

const inPortal = { providedBy: "EMBED", component: "application", operationId: null } as const;

const fromOwner = ({ code, message }: Ask, requestedAt: Date, dueDate: string | null = null): MissingItem => ({
  code,
  from: "PRIMARY_OWNER",
  userId: null,
  message,
  requestedAt: requestedAt.toISOString(),
  dueDate,
  ...inPortal,
});

const fromCoOwner = ({ userId, requestedAt }: Facts["waitedFor"][number]): MissingItem => ({
  code: "CO_OWNER_VERIFICATION",
  from: "CO_OWNER",
  userId: userId && publicId("user", userId),
  message: "A co-owner completes their part of the application.",
  requestedAt: new Date(requestedAt).toISOString(),
  dueDate: null,
  ...inPortal,
});

/** Offers are made once the account for payouts is there. */
const fromPlatform = (requestedAt: Date): MissingItem => ({
  code: "DISBURSEMENT_ACCOUNT",
  from: "PLATFORM",
  userId: null,
  message: "Add the bank account that the money is paid to.",
  requestedAt: requestedAt.toISOString(),
  dueDate: null,
  providedBy: "API",
  component: null,
  operationId: "createBankAccount",
});

const review = (since: Date): MissingItem => ({
  code: "REVIEW",
  from: "INLAY",
  userId: null,
  message: "We are reviewing the application.",
  requestedAt: since.toISOString(),
  dueDate: null,
  providedBy: "NONE",
  component: null,
  operationId: null,
});
