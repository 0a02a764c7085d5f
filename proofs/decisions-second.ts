// Sizing and pricing written a second time, from the tables of the rules: no function and no figure of packages/lending is used here.

export type SecondInputs = {
  rating: "LOW" | "MEDIUM" | "HIGH";
  cashFlow: number;
  debt: number;
  refinanced: readonly { monthly: number; payoff: number }[];
  revenue: number;
  balance: number;
  invoices: number;
  vendors: number;
  cards: number;
  channel: number;
  /** 30,000,000 less what the business owes us. */
  room: number;
};
export type SecondOffer = { amount: number; price: string };

const at = <T>(rating: SecondInputs["rating"], low: T, medium: T, high: T): T =>
  ({ LOW: low, MEDIUM: medium, HIGH: high })[rating];
const slider = (amount: bigint): bigint =>
  amount <= 1_500_000n ? (amount / 100_000n) * 100_000n : (amount / 500_000n) * 500_000n;
const thousands = (amount: bigint): bigint =>
  amount < 100_000n ? (amount / 10_000n) * 10_000n : (amount / 100_000n) * 100_000n;
const smallest = (...amounts: [bigint, ...bigint[]]): bigint =>
  amounts.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? amounts[0];
/** Rounded down, also below zero. */
const over = (above: bigint, below: bigint): bigint =>
  above >= 0n || above % below === 0n ? above / below : above / below - 1n;

/** The room for a new monthly payment. */
function room({ rating, cashFlow, debt }: SecondInputs, refinanced: readonly { monthly: number }[]): bigint {
  const percent = at(rating, 120n, 125n, 135n);
  return (
    over(BigInt(cashFlow) * 100n, percent) -
    BigInt(debt) +
    refinanced.reduce((sum, { monthly }) => sum + BigInt(monthly), 0n)
  );
}

/** What n payments are worth today, payment by payment: the k-th is divided k times by 1 + rate / 1200. */
function worth(payment: bigint, rate: bigint, months: number): bigint {
  let above = 0n;
  for (let k = 1; k <= months; k++) above += 1_200n ** BigInt(k) * (1_200n + rate) ** BigInt(months - k);
  return over(payment * above, (1_200n + rate) ** BigInt(months));
}

function termLoan(inputs: SecondInputs): SecondOffer[] {
  const { rating } = inputs;
  const [rate, fee] = at(rating, [15n, 2n], [21n, 3n], [29n, 4n]) as [bigint, bigint];
  return at(rating, [180, 360, 540, 720], [180, 360, 540], [180, 360]).flatMap((days) => {
    const debts = [...inputs.refinanced];
    for (;;) {
      const most = smallest(
        (BigInt(inputs.revenue) * at(rating, 15n, 10n, 6n)) / 10n,
        worth(room(inputs, debts), rate, days / 30),
        6n * BigInt(inputs.balance),
        25_000_000n,
        BigInt(inputs.room),
      );
      const amount = most <= 0n ? 0n : slider(most);
      const payoff = debts.reduce((sum, debt) => sum + BigInt(debt.payoff), 0n);
      // The smallest amount of the grid whose rest after the fee covers the debts.
      let least = 1_000_000n;
      while (least * (100n - fee) < payoff * 100n) least += least < 1_500_000n ? 100_000n : 500_000n;
      if (amount >= least)
        return room(inputs, debts) > 0n ? [{ amount: Number(amount), price: `${rate} ${fee} ${days}` }] : [];
      if (debts.length === 0) return [];
      const largest = debts.reduce((found, debt) => (debt.payoff > found.payoff ? debt : found));
      debts.splice(debts.indexOf(largest), 1);
    }
  });
}

function lineOfCredit(inputs: SecondInputs): SecondOffer[] {
  const { rating } = inputs;
  const rate = at(rating, 18n, 24n, 33n);
  // A sixth and a twelfth of the yearly rate: payment × 1200 / (200 + rate).
  const most = smallest(
    (BigInt(inputs.revenue) * at(rating, 10n, 7n, 4n)) / 10n,
    over(room(inputs, []) * 1_200n, 200n + rate),
    4n * BigInt(inputs.balance),
    at(rating, 15_000_000n, 15_000_000n, 1_000_000n),
    BigInt(inputs.room),
  );
  const amount = most <= 0n ? 0n : slider(most);
  return amount >= 500_000n && room(inputs, []) > 0n
    ? [{ amount: Number(amount), price: `${rate} ${at(rating, "1.5 0.15", "2 0.25", "2.5 0.35")}` }]
    : [];
}

function invoices(inputs: SecondInputs): SecondOffer[] {
  const { rating } = inputs;
  const most = smallest(
    (BigInt(inputs.invoices) * at(rating, 90n, 68n, 48n)) / 100n,
    BigInt(inputs.revenue),
    50_000_000n,
    BigInt(inputs.room),
  );
  const amount = most <= 0n ? 0n : slider(most);
  const price = at(rating, "90: 2.0 3.8 5.4", "85: 2.75 5.2 7.5", "80: 3.5 6.8");
  return amount >= 500_000n && room(inputs, []) > 0n ? [{ amount: Number(amount), price }] : [];
}

function bills(inputs: SecondInputs): SecondOffer[] {
  const { rating } = inputs;
  const most = smallest(
    (BigInt(inputs.vendors) * at(rating, 10n, 8n, 6n)) / 10n,
    (BigInt(inputs.revenue) * 8n) / 10n,
    2n * room(inputs, []),
    25_000_000n,
    BigInt(inputs.room),
  );
  const amount = most <= 0n ? 0n : slider(most);
  const price = at(rating, "100: 1.5 2.9 4.2", "100: 2.0 3.9 5.7", "100: 2.75 5.4");
  return amount >= 500_000n && room(inputs, []) > 0n ? [{ amount: Number(amount), price }] : [];
}

function advance(inputs: SecondInputs, sales: number, minimum: bigint): SecondOffer[] {
  const { rating } = inputs;
  const [share, factor, months, multiple] = at(
    rating,
    [8n, 109n, 9n, 10n],
    [10n, 113n, 7n, 8n],
    [12n, 118n, 5n, 5n],
  ) as [bigint, bigint, bigint, bigint];
  if (BigInt(sales) * share > BigInt(inputs.revenue) * 15n) return [];
  const most = smallest(
    (BigInt(sales) * share * months) / factor,
    over(room(inputs, []) * months * 100n, factor),
    (BigInt(sales) * multiple) / 10n,
    20_000_000n,
    BigInt(inputs.room),
  );
  const amount = most <= 0n ? 0n : thousands(most);
  return amount >= minimum && room(inputs, []) > 0n ? [{ amount: Number(amount), price: `${factor} ${share}` }] : [];
}

export const secondOffers: Record<string, (inputs: SecondInputs) => SecondOffer[]> = {
  TERM_LOAN: termLoan,
  LOC_TERM_LOAN: lineOfCredit,
  FAST_PAY: invoices,
  EXTEND_PAY_PURCHASE_ORDER: bills,
  MCA: (inputs) => advance(inputs, inputs.cards, 100_000n),
  INTEGRATED_MCA: (inputs) => advance(inputs, inputs.channel, 50_000n),
};
