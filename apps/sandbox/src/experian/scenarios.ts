import type { Scenario } from "../world/ground.ts";

/** A public record of a court or a tax authority. */
export type Filing = {
  kind: "bankruptcy" | "tax lien" | "judgment";
  dollars: number;
  monthsAgo: number;
  isReleased: boolean;
};

export type PersonScenario = {
  happens: string;
  /** The surname that selects this scenario when no SSN is given. */
  surname: string | null;
  /** Null when the file has too little data for a score. */
  score: number | null;
  trades: number;
  /** How many trades are derogatory, and how many are late now. */
  derogatory?: number;
  late?: number;
  filings?: readonly Filing[];
  /** The file is missing, frozen, or frozen only for the first request. */
  file?: "missing" | "frozen" | "frozen once";
  /** The file has another name or another address. */
  differs?: "name" | "address";
};

/** By the last two digits of a number 900-00-00nn. */
export const people: Record<string, PersonScenario> = {
  "01": { happens: "A good file: 735.", surname: null, score: 735, trades: 9 },
  "02": { happens: "An excellent file: 802.", surname: "Stellar", score: 802, trades: 14 },
  "03": {
    happens: "Near prime: 655, one account late once.",
    surname: "Middling",
    score: 655,
    trades: 6,
    derogatory: 1,
  },
  "04": {
    happens: "Subprime: 560, two accounts late now, a judgment of $14,000.",
    surname: "Subprime",
    score: 560,
    trades: 7,
    derogatory: 3,
    late: 2,
    filings: [{ kind: "judgment", dollars: 14_000, monthsAgo: 14, isReleased: false }],
  },
  "05": { happens: "A thin file: two accounts, no score.", surname: "Thinfile", score: null, trades: 2 },
  "06": { happens: "No file at all.", surname: "Nofile", score: null, trades: 0, file: "missing" },
  "07": {
    happens: "A file that is frozen for every request.",
    surname: "Frozen",
    score: 735,
    trades: 9,
    file: "frozen",
  },
  "08": {
    happens: "A file that is frozen for the first request only.",
    surname: "Thawing",
    score: 735,
    trades: 9,
    file: "frozen once",
  },
  "09": { happens: "A file under another name.", surname: "Alias", score: 735, trades: 9, differs: "name" },
  "10": { happens: "A file at another address.", surname: "Mover", score: 735, trades: 9, differs: "address" },
  "11": {
    happens: "612, a bankruptcy discharged 20 months ago.",
    surname: "Bankrupt",
    score: 612,
    trades: 5,
    derogatory: 2,
    filings: [{ kind: "bankruptcy", dollars: 92_000, monthsAgo: 20, isReleased: true }],
  },
  "12": {
    happens: "688, a federal tax lien of $31,000 that is not released.",
    surname: "Taxlien",
    score: 688,
    trades: 8,
    filings: [{ kind: "tax lien", dollars: 31_000, monthsAgo: 9, isReleased: false }],
  },
};

export type BusinessScenario = {
  happens: string;
  /** A word in the name that selects this scenario when no EIN is given. */
  word: string | null;
  score: number | null;
  dbt: number | null;
  yearsOnFile: number;
  filings?: readonly Filing[];
  /** UCC filings. */
  ucc?: { securedParty: string; collateral: readonly string[]; isTerminated: boolean }[];
  collections?: { dollars: number; paidDollars: number; isOpen: boolean }[];
  /** The confidence of the search, out of a hundred. */
  reliability?: number;
  file?: "missing";
};

const good = { score: 72, dbt: 4, yearsOnFile: 6 };

/** By the last two digits of a number 99-00000nn. */
export const businesses: Record<string, BusinessScenario> = {
  "01": { happens: "A good file: score 72, 4 days beyond terms.", word: null, ...good },
  "10": { happens: "No file at all.", word: "Nofile", ...good, file: "missing" },
  "11": { happens: "Pays late: score 22, 45 days beyond terms.", word: "Latepay", score: 22, dbt: 45, yearsOnFile: 5 },
  "12": {
    happens: "A federal tax lien of $31,000 that is not released, and a released one.",
    word: "Taxlien",
    ...good,
    filings: [
      { kind: "tax lien", dollars: 31_000, monthsAgo: 9, isReleased: false },
      { kind: "tax lien", dollars: 4_200, monthsAgo: 50, isReleased: true },
    ],
  },
  "13": {
    happens: "A judgment of $14,000 that is not satisfied.",
    word: "Judgment",
    ...good,
    filings: [{ kind: "judgment", dollars: 14_000, monthsAgo: 14, isReleased: false }],
  },
  "14": {
    happens: "A bankruptcy 20 months ago.",
    word: "Bankrupt",
    score: 8,
    dbt: 61,
    yearsOnFile: 9,
    filings: [{ kind: "bankruptcy", dollars: 240_000, monthsAgo: 20, isReleased: false }],
  },
  "15": {
    happens: "A lender with a claim on all assets.",
    word: "Blanket",
    ...good,
    ucc: [{ securedParty: "Granite Harbor Capital", collateral: ["All assets"], isTerminated: false }],
  },
  "16": {
    happens: "Two accounts with collectors, one of them open.",
    word: "Collections",
    score: 31,
    dbt: 28,
    yearsOnFile: 4,
    collections: [
      { dollars: 3_800, paidDollars: 0, isOpen: true },
      { dollars: 1_150, paidDollars: 1_150, isOpen: false },
    ],
  },
  "17": { happens: "A new file without a score.", word: "Newfile", score: null, dbt: null, yearsOnFile: 0 },
  "18": {
    happens: "Only a similar business is found, with low confidence.",
    word: "Lookalike",
    ...good,
    reliability: 40,
  },
};

/** The SSN selects the scenario; without one, the surname does. All others have a good file. */
export function personScenarioOf(ssn: string | null, surname: string): [string, PersonScenario] {
  const ending = /^9000000(\d\d)$/.exec((ssn ?? "").replace(/\D/g, ""))?.[1];
  const named = (scenario: PersonScenario) => scenario.surname?.toLowerCase() === surname.trim().toLowerCase();
  return selected(people, ending, ssn ? () => false : named);
}

export function businessScenarioOf(ein: string | null, name: string): [string, BusinessScenario] {
  const ending = /^9900000(\d\d)$/.exec((ein ?? "").replace(/\D/g, ""))?.[1];
  const words = name.toLowerCase().split(/[^a-z]+/);
  return selected(businesses, ending, ({ word }) => word !== null && words.includes(word.toLowerCase()));
}

function selected<T>(
  scenarios: Record<string, T>,
  ending: string | undefined,
  isNamed: (scenario: T) => boolean,
): [string, T] {
  const found =
    Object.entries(scenarios).find(([digits]) => digits === ending) ??
    Object.entries(scenarios).find(([, scenario]) => isNamed(scenario));
  if (found) return found;
  const fallback = scenarios["01"];
  if (!fallback) throw new Error("scenario 01 is missing");
  return ["01", fallback];
}

/** Sorted, because JavaScript orders integer-like keys before the others. */
const inOrder = <T>(scenarios: Record<string, T>) => Object.entries(scenarios).sort(([a], [b]) => a.localeCompare(b));
const orNamed = (word: string | null, what: string) => (word ? `, or ${what} \`${word}\`` : "");

export const scenarios: readonly Scenario[] = [
  ...inOrder(people).map(([digits, { happens, surname }]) => ({
    value: `SSN \`900-00-00${digits}\`${orNamed(surname, "the last name")}`,
    happens: `Person: ${happens}`,
  })),
  { value: "any other person", happens: "A good file. The last name counts only where no SSN is given." },
  ...inOrder(businesses).map(([digits, { happens, word }]) => ({
    value: `EIN \`99-00000${digits}\`${orNamed(word, "in the name")}`,
    happens: `Business: ${happens}`,
  })),
  { value: "any other business", happens: "A good file." },
  {
    value: "`GET /experian/pulls.json?reference=…`",
    happens: "Every report that was issued, by the caller's reference, and how often it was requested.",
  },
];
