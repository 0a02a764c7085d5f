import type { Scenario } from "../world/ground.ts";

type ReturnScenario = {
  ending: string;
  code: string;
  reason: string;
  /** The number of banking days after settlement until the return. An order counts as successful after two. */
  bankingDays: number;
  /** Whether a payout is returned too, or only a debit. */
  alsoCredits?: true;
  onlyCredits?: true;
  onlyFirst?: true;
  information?: string;
};

export const insufficientFunds: ReturnScenario = {
  ending: "0002",
  code: "R01",
  reason: "Insufficient funds",
  bankingDays: 1,
};

/** Orders of account numbers with this ending are returned. */
export const returnScenarios: readonly ReturnScenario[] = [
  insufficientFunds,
  { ending: "0003", code: "R02", reason: "Account closed", bankingDays: 1, alsoCredits: true },
  { ending: "0004", code: "R03", reason: "No account, unable to locate account", bankingDays: 1, alsoCredits: true },
  { ending: "0005", code: "R04", reason: "Invalid account number", bankingDays: 1, alsoCredits: true },
  { ending: "0008", code: "R08", reason: "Payment stopped", bankingDays: 1 },
  { ending: "0009", code: "R09", reason: "Uncollected funds", bankingDays: 1 },
  { ending: "0010", code: "R10", reason: "Customer advises originator is not authorized", bankingDays: 5 },
  { ending: "0015", code: "R15", reason: "Beneficiary deceased", bankingDays: 1, alsoCredits: true },
  { ending: "0016", code: "R16", reason: "Account frozen", bankingDays: 1, alsoCredits: true },
  {
    ending: "0116",
    code: "R16",
    reason: "Account frozen",
    bankingDays: 1,
    alsoCredits: true,
    information: "Entry returned per OFAC instruction",
  },
  { ending: "0020", code: "R20", reason: "Non-transaction account", bankingDays: 1 },
  { ending: "0023", code: "R23", reason: "Credit entry refused by receiver", bankingDays: 1, onlyCredits: true },
  { ending: "0029", code: "R29", reason: "Corporate customer advises not authorized", bankingDays: 3 },
  { ending: "0032", code: "R32", reason: "RDFI non-settlement", bankingDays: 1 },
  { ending: "0201", code: "R01", reason: "Insufficient funds", bankingDays: 1, onlyFirst: true },
];

type CorrectionScenario = {
  ending: string;
  code: string;
  reason: string;
  /** The fields that the notification carries. */
  corrects: readonly ("account_number" | "routing_number" | "transaction_code" | "individual_identification_number")[];
};

/** Orders of account numbers with this ending are paid, and the bank sends a notification of change. */
export const correctionScenarios: readonly CorrectionScenario[] = [
  { ending: "0101", code: "C01", reason: "Incorrect DFI account number", corrects: ["account_number"] },
  { ending: "0102", code: "C02", reason: "Incorrect routing number", corrects: ["routing_number"] },
  {
    ending: "0103",
    code: "C03",
    reason: "Incorrect routing number and incorrect DFI account number",
    corrects: ["routing_number", "account_number"],
  },
  { ending: "0105", code: "C05", reason: "Incorrect transaction code", corrects: ["transaction_code"] },
  {
    ending: "0106",
    code: "C06",
    reason: "Incorrect DFI account number and incorrect transaction code",
    corrects: ["account_number", "transaction_code"],
  },
  {
    ending: "0107",
    code: "C07",
    reason: "Incorrect routing number, incorrect DFI account number, and incorrect transaction code",
    corrects: ["routing_number", "account_number", "transaction_code"],
  },
  { ending: "0108", code: "C08", reason: "Incorrect receiving DFI identification", corrects: [] },
  {
    ending: "0109",
    code: "C09",
    reason: "Incorrect individual identification number",
    corrects: ["individual_identification_number"],
  },
  { ending: "0113", code: "C13", reason: "Addenda format error", corrects: [] },
];

export const correctionScenarioOf = (accountNumber: string): CorrectionScenario | null =>
  correctionScenarios.find(({ ending }) => accountNumber.endsWith(ending)) ?? null;

/** The corrected values: another account number, another bank, and a savings account. */
export const correctionsFor = (accountNumber: string, { corrects }: CorrectionScenario): Record<string, string> => {
  const values = {
    account_number: `${accountNumber.slice(0, -4)}7101`,
    routing_number: "011000015",
    transaction_code: "37",
    individual_identification_number: "00017",
  };
  return Object.fromEntries(corrects.map((field) => [field, values[field]]));
};

/** Amounts that end in .13 fail before they are sent; the two digits before the point select the reason. */
export const failuresByDollars: Readonly<Record<string, string>> = {
  "01": "network_error",
  "02": "unavailable_financial_institution",
  "03": "enterprise_insufficient_funds",
  "04": "account_not_verified",
  "05": "invalid_amount",
  "06": "regulatory_error",
  "07": "invalid_field",
  "08": "duplicated_transfer",
  "09": "unsupported_transfer",
  "10": "canceled_transfer",
  "11": "debit_blocked",
  "12": "blocked_account",
};

export type AmountScenario =
  | "fails"
  | "is held"
  | "loses the response"
  | "never accepts"
  | "is refused"
  | "never settles"
  | "is out"
  | "adds an unknown credit";

const amountScenarios: Readonly<Record<string, [AmountScenario, string]>> = {
  "13": [
    "fails",
    `Fails before it is sent. The two digits before the point select the reason: ${Object.entries(failuresByDollars)
      .toSorted()
      .map(([dollars, reason]) => `\`${dollars}.13\` ${reason}`)
      .join(", ")}; any other \`unexpected_error\`.`,
  ],
  "14": ["is held", "Is held for two banking days, then continues."],
  "15": ["loses the response", "Is accepted, but the first response is never sent."],
  "16": ["never accepts", "Is never accepted and gets no response."],
  "17": ["is refused", "Is refused at once (422)."],
  "18": ["never settles", "Is sent and never settles."],
  "19": ["is out", "Answers 503 until an hour of the business’s time has passed."],
  "20": [
    "adds an unknown credit",
    "Settles; on the same day the bank shows a credit of the same amount without an order.",
  ],
};

/** The amounts of micro-entries are random, so they select nothing. */
const microEntry = "ACCTVERIFY";

export const amountScenarioOf = (amount: number, descriptor: string | null): AmountScenario | null =>
  descriptor === microEntry ? null : (amountScenarios[String(amount % 100).padStart(2, "0")]?.[0] ?? null);

export const failureReasonOf = (amount: number): string =>
  failuresByDollars[String(Math.floor(amount / 100) % 100).padStart(2, "0")] ?? "unexpected_error";

export function returnScenarioOf(
  accountNumber: string,
  direction: "debit" | "credit",
  descriptor: string | null,
): ReturnScenario | null {
  const scenario = returnScenarios.find(({ ending }) => accountNumber.endsWith(ending));
  if (!scenario) return null;
  if (direction === "credit" ? !scenario.alsoCredits && !scenario.onlyCredits : scenario.onlyCredits) return null;
  return scenario.onlyFirst && descriptor === "RETRY PYMT" ? null : scenario;
}

const about = ({ code, reason, bankingDays, alsoCredits, onlyCredits, onlyFirst, information }: ReturnScenario) =>
  [
    `${onlyCredits ? "A payout" : alsoCredits ? "A debit or payout" : "A debit"} is returned as ${code} (${reason})`,
    bankingDays > 2 ? `, ${bankingDays} banking days after it settled: later than it counts as successful` : "",
    information ? `, with “${information}”` : "",
    onlyFirst ? "; a retry described as `RETRY PYMT` is paid" : "",
    ".",
  ].join("");

export const scenarios: readonly Scenario[] = [
  ...returnScenarios.map((scenario) => ({
    value: `Account number ending \`${scenario.ending}\``,
    happens: about(scenario),
  })),
  ...correctionScenarios.map(({ ending, code, reason, corrects }) => ({
    value: `Account number ending \`${ending}\``,
    happens: `Settles, and a notification of change (${code}, ${reason}) ${
      corrects.length > 0 ? `gives another ${corrects.map((field) => `\`${field}\``).join(", ")}` : "gives no value"
    }.`,
  })),
  ...Object.entries(amountScenarios).map(([ending, [, happens]]) => ({
    value: `Amount ending \`.${ending}\``,
    happens,
  })),
  {
    value: `Description \`${microEntry}\``,
    happens:
      "The amount selects no scenario, because the amounts of micro-entries are random. The account number does.",
  },
  { value: "Anything else", happens: "Settles on its banking day and is not returned." },
];
