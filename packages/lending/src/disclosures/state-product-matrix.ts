import { isAdvance } from "../onboarding/product-choice.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";
import { type FormFamily, rulePacks } from "./rule-packs.ts";

/** The fifty states and the District of Columbia. Nothing is offered in the territories. */
// biome-ignore format: a table of codes reads better in rows.
export const states = [
  "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "DC", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS",
  "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC",
  "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY",
] as const;
type State = (typeof states)[number];

/** What a state says about our fees. */
export type FeeLimits = {
  prohibited: readonly ("ACH_PROCESSING" | "PAYOFF_LETTER" | "PLATFORM" | "RISK" | "DUE_DILIGENCE" | "MONITORING")[];
  maxUccFilingFeePercentageOfCost: number;
  /** A maintenance fee needs a service that is described to the business. */
  maintenanceNeedsService: boolean;
};

/** What the law of a state says about a product. APR caps and the prices of mark-ups are data of the credit policy. */
export type StateProductRow = {
  available: boolean;
  /** Who must be registered or licensed before a product is issued. */
  registrationOf: readonly ("LENDER" | "PLATFORM")[];
  /** The form up to the threshold of the state's rule pack. */
  disclosureForm: FormFamily | null;
  /** Whether a deposit account of the business may be debited automatically. */
  autoDebitAllowed: boolean;
  feeLimits: FeeLimits | null;
  /** Never, in any state. */
  confessionOfJudgment: false;
  /** For this long an offer must stay open as it was made. */
  unchangedOfferDays: number;
  /** Whether a price may be quoted without its APR and disclosure. */
  mayShowPriceAlone: boolean;
};

/** California Civil Code section 1799.302. */
const californiaFees: FeeLimits = {
  prohibited: ["ACH_PROCESSING", "PAYOFF_LETTER", "PLATFORM", "RISK", "DUE_DILIGENCE", "MONITORING"],
  maxUccFilingFeePercentageOfCost: 150,
  maintenanceNeedsService: true,
};

/**
 * California licenses lenders, Utah registers providers of any commercial financing, Missouri brokers only. The laws of the others are about
 * sales-based financing. Texas requires registration from 2027 on; we require it at once.
 */
function registrationOf(state: State, product: ProductType): StateProductRow["registrationOf"] {
  if (state === "UT") return ["LENDER"];
  if (state === "MO") return ["PLATFORM"];
  if (state === "CA") return isAdvance(product) ? [] : ["LENDER"];
  const registersBoth = state === "CT" || state === "TX" || state === "VA";
  return registersBoth && isAdvance(product) ? ["LENDER", "PLATFORM"] : [];
}

function rowOf(state: State, product: ProductType): StateProductRow {
  const pack = rulePacks.find((one) => one.state === state);
  // Texas allows debits for sales-based financing only with a first-priority interest in the account, which we do not take. An integrated
  // advance is split at its source, and waits there for counsel.
  const isClosedInTexas = state === "TX" && isAdvance(product);
  return {
    available: !isClosedInTexas,
    registrationOf: registrationOf(state, product),
    disclosureForm: pack?.forms.find(({ products }) => products.includes(product))?.family ?? null,
    autoDebitAllowed: !isClosedInTexas,
    feeLimits: state === "CA" ? californiaFees : null,
    confessionOfJudgment: false,
    unchangedOfferDays: state === "CT" && isAdvance(product) ? 3 : 0,
    // A price from the applicant's own data can be a specific offer, so a state with a disclosure law shows none before an offer.
    mayShowPriceAlone: pack === undefined,
  };
}

type ProductRows = { readonly [Product in ProductType]: StateProductRow };

export const stateProductMatrix = Object.fromEntries(
  states.map((state) => [state, Object.fromEntries(productTypes.map((product) => [product, rowOf(state, product)]))]),
) as { readonly [S in State]: ProductRows };

/** The row of a state as an address names it. Null where nothing is offered, or if the state is not known. */
export const stateProductRow = (state: string | null, product: ProductType): StateProductRow | null =>
  state !== null && Object.hasOwn(stateProductMatrix, state) ? stateProductMatrix[state as State][product] : null;
