import { addDays, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { offerFit } from "@inlay/lending/cash-flow-fit/cash-flow-fit.ts";
import {
  type AccountLife,
  factsOf,
  independentFit,
  type Movement,
} from "@inlay/lending/cash-flow-fit/independent-fit.fixture.ts";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

export const proof: Proof = {
  claim:
    "Random businesses with sales, payroll, rent and other expenses of up to 14 months are offered every product at random terms and amounts. What the owner is told (the weeks, the days below zero, the worst week, the payments, the regular expenses that come up short) equals what is computed again from the movements of the account by code that shares nothing with it. Neither the order of the transactions nor pending, repeated and later lines change it.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const all = tenth ? 40 : 1_000;
    const counts = { compared: 0, tooFew: 0, weeks: 0, payments: 0, short: 0, clashes: 0, longestMs: 0 };
    const perProduct = new Map<string, { fits: number; payments: number; short: number; clashes: number }>();
    for (let n = 1; n <= all; n++) {
      if (n % 100 === 0) say(`${n} of ${all} businesses`);
      const life = randomLife(random);
      const facts = factsOf(life);
      for (const product of productTypes) {
        const { terms, amount } = randomOffer(product, random);
        const began = process.cpuUsage();
        const found = offerFit(terms, cents(amount), facts);
        const { user, system } = process.cpuUsage(began);
        counts.longestMs = Math.max(counts.longestMs, (user + system) / 1_000);
        const wanted = independentFit(terms, amount, life);
        const own = Object.fromEntries(Object.keys(wanted).map((name) => [name, found[name as keyof typeof found]]));
        hold(`${product} of business ${n}`, JSON.stringify(own), JSON.stringify(wanted));
        const again = offerFit(terms, cents(amount), withNoise(facts, random));
        hold(`${product} of business ${n}, in another order`, JSON.stringify(again), JSON.stringify(found));
        counts.compared++;
        if (found.outcome === "TOO_FEW_DAYS") {
          counts.tooFew++;
          continue;
        }
        const of = perProduct.get(product) ?? { fits: 0, payments: 0, short: 0, clashes: 0 };
        counts.weeks += found.weeks.length;
        counts.payments += found.paymentsCount;
        of.fits++;
        of.payments += found.paymentsCount;
        if (found.daysBelowZeroWithPayments > found.daysBelowZero) of.short++;
        if (found.clashesCount > 0) of.clashes++;
        perProduct.set(product, of);
      }
    }
    return {
      figures: {
        businesses: all,
        "offers compared": counts.compared,
        "of these with too few balances": counts.tooFew,
        "weeks compared": counts.weeks,
        "payments laid over balances": counts.payments,
        "longest computation of one offer": `${Math.round(counts.longestMs)} ms`,
      },
      tables: [
        {
          columns: ["product", "offers", "payments", "more days below zero", "regular expenses come up short"],
          rows: [...perProduct].map(([product, { fits, payments, short, clashes }]) =>
            [product, fits, payments, short, clashes].map(String),
          ),
        },
      ],
    };
  },
};

type Random = () => number;
const between = (random: Random, least: number, most: number) => least + Math.floor(random() * (most - least + 1));
const oneOf = <T>(random: Random, ...some: readonly T[]): T => some[between(random, 0, some.length - 1)] as T;

/** A business whose history begins at any time, with sales on most days and expenses in several rhythms. */
function randomLife(random: Random): AccountLife {
  const to = addDays(businessDate("2026-01-05"), between(random, 0, 355));
  const days = random() < 0.1 ? between(random, 1, 95) : between(random, 90, 420);
  const first = addDays(to, 1 - days);
  const dailySales = between(random, 20_000, 400_000);
  const margin = 0.85 + random() * 0.3;
  const movements: Movement[] = [{ on: first, cents: dailySales, what: "CARD_SALE", to: "" }];
  const pay = (on: string, amount: number, name: string) => {
    if (on <= to && amount > 0) movements.push({ on, cents: -amount, what: "PAYMENT", to: name });
  };
  const every = oneOf(random, 7, 14, 14, 15);
  const wages = Math.floor(dailySales * every * 0.3);
  const rentDay = oneOf(random, "01", "05", "15", "28");
  const platformSales: AccountLife["platformSales"][number][] = [];
  for (let n = 0; n < days; n++) {
    const on = addDays(first, n);
    if (random() < 0.8) {
      const sales = Math.floor(dailySales * (0.4 + random() * 1.2));
      movements.push({ on, cents: sales, what: "CARD_SALE", to: "" });
      platformSales.push({ on, cents: random() < 0.05 ? -between(random, 1, 60_000) : sales });
    }
    if (n % every === 3) pay(addDays(on, between(random, 0, 1)), Math.floor(wages * (0.85 + random() * 0.3)), "GUSTO");
    if (on.slice(8) === rentDay) pay(on, dailySales * 3, "HARBOR RENT");
    if (random() < 0.5) pay(on, Math.floor(dailySales * margin * random()), oneOf(random, "SUPPLIES", "FLOUR", "FUEL"));
    if (random() < 0.02) movements.push({ on, cents: -3_500, what: "BANK_FEE", to: "" });
    if (random() < 0.02) movements.push({ on, cents: between(random, 1, 500_000), what: "TRANSFER_IN", to: "" });
  }
  return { to, openingCents: between(random, -200_000, 9_000_000), movements, platformSales };
}

/** The same facts in another order, with lines that do not count. */
function withNoise(facts: ReturnType<typeof factsOf>, random: Random): ReturnType<typeof factsOf> {
  const [some] = facts.transactions;
  if (!some) return facts;
  const pending = { ...some, transactionId: "pending", isPending: true, amountCents: cents(-1_000_000) };
  const repeated = facts.transactions.filter(() => random() < 0.1);
  const later = { ...some, transactionId: "later", date: addDays(facts.takenOn, 1) };
  const savings = { ...some, transactionId: "savings", accountId: "savings", amountCents: cents(-77) };
  return {
    ...facts,
    transactions: [...facts.transactions, pending, ...repeated, later, savings].toSorted(() => random() - 0.5),
    salesDays: facts.salesDays.toReversed(),
  };
}

function randomOffer(product: (typeof productTypes)[number], random: Random): { terms: OfferTerms; amount: number } {
  const largest = between(random, 2_000_000, 15_000_000);
  const sample = sampleOffer(product, largest);
  const amount = between(random, 1_000_000, largest);
  return { terms: varied(sample, random), amount };
}

function varied(terms: OfferTerms, random: Random): OfferTerms {
  switch (terms.productType) {
    case "TERM_LOAN":
      return {
        ...terms,
        interestRatePercentage: String(between(random, 0, 350) / 10),
        durationDays: 30 * between(random, 1, 36),
        interestMethod: oneOf(random, "AMORTIZED", "FLAT", "DAILY"),
      };
    case "LOC_TERM_LOAN":
      return {
        ...terms,
        interestRatePercentage: String(between(random, 0, 350) / 10),
        durationDays: oneOf(random, 180, 360, 720),
        repaymentDurationDays: 30 * between(random, 1, 12),
        locMaintenanceFeeDisplayType: oneOf(random, "PERCENTAGE", "AMOUNT"),
        locMaintenanceFeePercentage: String(between(random, 0, 100) / 100),
        locMaintenanceFeeAmountCents: cents(between(random, 0, 20_000)),
      };
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return {
        ...terms,
        offerPricingPlans: terms.offerPricingPlans.map((plan) => ({
          ...plan,
          transactionFeePercentage: String(between(random, 50, 900) / 100),
          paymentStructure: oneOf(random, "GROSS", "NET"),
        })),
      };
    case "MCA":
      return {
        ...terms,
        feeFactor: String(between(random, 105, 140) / 100),
        repaymentFrequency: oneOf(random, "DAILY", "WEEKLY", "BIWEEKLY", "MONTHLY"),
      };
    case "INTEGRATED_MCA":
      return { ...terms, feeFactor: String(between(random, 105, 140) / 100) };
  }
}
