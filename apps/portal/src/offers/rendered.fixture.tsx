import { text as textIn } from "node:stream/consumers";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { offeredTerms } from "@inlay/lending/offers/offered-terms.ts";
import type { OfferPricing } from "@inlay/lending/offers/pricing.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { messages as closingEnglish } from "../locales/closing/en.po";
import { messages as closingSpanish } from "../locales/closing/es.po";
import { messages as firstEnglish } from "../locales/en.po";
import { messages as firstSpanish } from "../locales/es.po";
import { messages as noticesEnglish } from "../locales/notices/en.po";
import { messages as noticesSpanish } from "../locales/notices/es.po";
import { messages as offersEnglish } from "../locales/offers/en.po";
import { messages as offersSpanish } from "../locales/offers/es.po";
import { type OfferFrame, OfferFrameProvider, type OfferOf } from "../products/offers/offer-view.ts";
import type { AnyOffers } from "../products/product-offers.ts";
import { newQueryClient } from "../shared/api/queries.ts";
import { BusinessProvider } from "../shared/business/business-context.tsx";
import type { Language } from "../shared/language/language.ts";
import { BannerPlace } from "../shared/page/banners.tsx";
import { type PortalSession, PortalSessionProvider } from "../shared/session/portal-session.tsx";
import type { ClosingData } from "./closing/closing-step.ts";
import type { OfferedGroup } from "./offer-facts.ts";

const pricedOn = "2026-11-18";
const plan = (id: string, fee: string, repaymentWindow: object) => ({
  id,
  advanceRatePercentage: "80",
  transactionFeePercentage: fee,
  paymentStructure: "GROSS",
  repaymentWindow,
});
const advance = {
  maxAdvanceAmountCents: cents(2_000_000),
  feeFactor: "1.12",
  repaymentPercentageTiers: [{ maxLoanAmountCents: cents(2_000_000), repaymentPercentage: "10" }],
  estimatedAverageMonthlySalesInCents: cents(6_000_000),
  refinanced: null,
};
const limit = {
  monthlyLimitAmountCents: cents(5_000_000),
  offerPricingPlans: [
    plan("in parts", "6", {
      repaymentType: "MULTIPLE_DURATION",
      repaymentSchedule: {
        schedule: [
          { repaymentPercentage: "50", repaymentDurationDays: 30 },
          { repaymentPercentage: "50", repaymentDurationDays: 60 },
        ],
      },
    }),
    plan("on a day", "4.5", { repaymentType: "FIXED_DATE", monthlyRepaymentDay: 15 }),
    plan("after days", "3", { repaymentType: "FIXED_DURATION", repaymentDurationDays: 30 }),
  ],
};
/** The vectors TL-1, D-1, I-1 and M-1, as they are offered. */
const pricings = {
  TERM_LOAN: {
    productType: "TERM_LOAN",
    minLoanAmountCents: cents(1_000_000),
    maxLoanAmountCents: cents(5_000_000),
    interestRatePercentage: "18",
    feePercentage: "3",
    durationDays: 360,
    interestMethod: "AMORTIZED",
    payoffInterestBasis: "SPEC_CAPPED",
    existingDebts: [],
  },
  LOC_TERM_LOAN: {
    productType: "LOC_TERM_LOAN",
    approvedLimitCents: cents(2_500_000),
    interestRatePercentage: "24",
    feePercentage: "2",
    durationDays: 360,
    repaymentDurationDays: 180,
    locMaintenanceFeeDisplayType: "PERCENTAGE",
    locMaintenanceFeePercentage: "0.2",
    locMaintenanceFeeAmountCents: cents(0),
  },
  FAST_PAY: { productType: "FAST_PAY", ...limit },
  EXTEND_PAY_PURCHASE_ORDER: { productType: "EXTEND_PAY_PURCHASE_ORDER", ...limit },
  MCA: { productType: "MCA", ...advance, repaymentFrequency: "WEEKLY" },
  INTEGRATED_MCA: { productType: "INTEGRATED_MCA", ...advance, minLoanAmountCents: cents(50_000) },
} as { [Product in ProductType]: Extract<OfferPricing, { productType: Product }> };

type Changes<Product extends ProductType> = Partial<Omit<OfferOf<Product>, "pricing" | "terms">> & {
  pricing?: Partial<OfferOf<Product>["pricing"]>;
};

/** An offer that is open until 2099, with the figures of its largest amount. */
export function offerOf<Product extends ProductType>(product: Product, changes: Changes<Product> = {}) {
  const { pricing: changed, ...others } = changes;
  const pricing = { ...pricings[product], ...changed } as OfferOf<Product>["pricing"];
  const terms = offeredTerms(pricing as OfferPricing, businessDate(pricedOn), [pricing as OfferPricing], null);
  return {
    id: "0f7f7b5e-0000-4000-8000-000000000001",
    status: "WAITING_FOR_SELECTION",
    chosenAmountCents: null,
    createdAt: "2026-11-18T12:00:00Z",
    expiredAt: "2099-12-18T04:59:59Z",
    isCounterOffer: false,
    state: "OH",
    pricedOn,
    ...others,
    pricing,
    terms,
  } as unknown as OfferOf<Product>;
}

/** The application of an offer, or of several terms of one product. */
export const groupOf = (...offers: [OfferOf<ProductType>, ...OfferOf<ProductType>[]]): OfferedGroup => ({
  loanApplicationId: offers[0].pricing.productType,
  createdAt: "2026-11-18T12:00:00Z",
  offers: offers as unknown as AnyOffers,
  issuedProducts: [],
});

export type Surroundings = {
  language?: Language;
  groups?: readonly OfferedGroup[];
  frame?: Partial<OfferFrame>;
  /** What the server has answered, by the key of its query. */
  answers?: readonly [key: readonly unknown[], answer: unknown][];
};

const catalogs = {
  en: { ...firstEnglish, ...offersEnglish, ...closingEnglish, ...noticesEnglish },
  es: { ...firstSpanish, ...offersSpanish, ...closingSpanish, ...noticesSpanish },
};
const never = () => new Promise<never>(() => undefined);
export const licenseLine = "Licensed lender, No. 60DBO-1.";

/** The data of a closing step, as the server answers it. */
export const stepData = (
  step: OfferStep,
  data: ClosingData,
  whose: "owner" | "co-owner" = "owner",
): [key: readonly unknown[], answer: unknown] => [["offers step", whose, step], data];

/** The first frame of a page, as a browser with these answers of the server shows it. Nothing can be pressed. */
export async function rendered(
  page: ReactNode,
  { language = "en", groups = [], frame = {}, answers = [] }: Surroundings = {},
) {
  i18n.load(language, catalogs[language]);
  i18n.activate(language);
  const queries = newQueryClient();
  queries.setQueryData(["offers"], groups);
  queries.setQueryData(["decline"], null);
  queries.setQueryData(["contact"], {
    lenderName: "Inlay Funding LLC",
    licenseLine,
    supportEmail: "help@inlay.example",
    reference: "R-1",
  });
  for (const [key, answer] of answers) queries.setQueryData(key, answer);
  const session = { ask: never, report: () => undefined, leave: never, host: {} } as unknown as PortalSession;
  const business = { businessName: "Tidewater Bikes", allBusinessUsers: [] } as never;
  const around: OfferFrame = {
    product: "TERM_LOAN",
    takesFocus: false,
    isExpired: false,
    openUntil: "Dec 17, 2099",
    isCounterOffer: false,
    has: { LEARN_MORE: true, COMPARE: true },
    open: () => undefined,
    openCashFlowFit: () => undefined,
    onBack: () => undefined,
    onCompareOffers: null,
    selection: { select: () => undefined, isPending: false, error: null },
    ...frame,
  };
  const { prelude } = await prerenderToNodeStream(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <PortalSessionProvider portalSession={session}>
          <BannerPlace>
            <BusinessProvider business={business} onSwitch={() => undefined}>
              <OfferFrameProvider value={around}>{page}</OfferFrameProvider>
            </BusinessProvider>
          </BannerPlace>
        </PortalSessionProvider>
      </QueryClientProvider>
    </I18nProvider>,
    // Without this, React writes a long part of the page after the rest.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: () => undefined },
  );
  const html = await textIn(prelude);
  return shown(html);
}

/** The text of a part of the page. Parts that stand apart on the page are separated by a space. */
const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>|<!--.*?-->/gs, "")
    .replace(/<span class="(block|flex|text-small)|<\/(p|dt|dd|div|li|h\d|button|label|summary|span)>/g, " $&")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();

/** What a person sees of a page. */
function shown(html: string) {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map((parts) => parts.slice(1).map((part = "") => part));
  const isOff = (attributes = "") => attributes.includes('aria-disabled="true"');
  const buttons = all(/<button([^>]*)>(.*?)<\/button>/gs).map(([attributes, name = ""]) => ({
    name: textOf(name),
    isOff: isOff(attributes),
  }));
  const labelOf = (attributes = "") =>
    textOf(
      html.split(`id="${/aria-labelledby="([^"]*)"/.exec(attributes)?.[1]}"`)[1]?.replace(/^[^>]*>|<.*/gs, "") ?? "",
    );
  return {
    text: textOf(html),
    title: textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ""),
    /** Labels with their values, in the order of the page. */
    rows: all(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs).map((row) => row.map(textOf)),
    buttons: buttons.map(({ name }) => name),
    buttonsOff: buttons.filter((one) => one.isOff).map(({ name }) => name),
    sliders: all(/<input( type="range"[^>]*)>/g).map(([attributes = ""]) => ({
      label: labelOf(attributes),
      value: /aria-valuetext="([^"]*)"/.exec(attributes)?.[1],
      isOff: isOff(attributes),
    })),
    radios: all(/<input([^>]*type="radio"[^>]*)>/g).map(([attributes = ""]) => ({
      isOff: /aria-disabled="true"|\bdisabled\b/.test(attributes.replace(/class="[^"]*"/, "")),
      isChecked: attributes.includes('checked=""'),
    })),
  };
}
