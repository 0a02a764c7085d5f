import type { Scenario } from "../world/ground.ts";

export type BusinessScenario = {
  happens: string;
  /** A word in the name that tells it where no number is given. */
  word: string | null;
  /** How the registers have it, home state first. Empty: none knows it. */
  registrations: readonly { isHome: boolean; status: "active" | "inactive"; subStatus: string }[];
  tin: "matched" | "mismatched" | "unknown";
  liens?: readonly { type: "ucc" | "tax"; securedParty: string; isOpen: boolean }[];
  bankruptcies?: number;
  /** Whom the registers call a member of it beside those who run it. */
  members?: readonly string[];
  /** How long it takes, in minutes of the business's time. */
  takesMinutes: number;
};

const home = { isHome: true, status: "active", subStatus: "GOOD_STANDING" } as const;
const quick = { registrations: [home], tin: "matched", takesMinutes: 0 } as const;
const aDay = 24 * 60;

/** By the last two digits of a number 99-00000nn. */
export const businesses: Record<string, BusinessScenario> = {
  "01": { happens: "In good standing; the tax number fits.", word: null, ...quick },
  "20": {
    happens: "Dissolved in its home state.",
    word: "Dissolved",
    ...quick,
    registrations: [{ isHome: true, status: "inactive", subStatus: "DISSOLVED" }],
  },
  "21": { happens: "The tax number belongs to another name.", word: "Mistaken", ...quick, tin: "mismatched" },
  "22": { happens: "No register knows it.", word: "Unregistered", ...quick, registrations: [], tin: "unknown" },
  "23": {
    happens: "Looked into for a day, then found in good standing.",
    word: "Slowly",
    ...quick,
    takesMinutes: aDay,
  },
  "24": {
    happens: "A lender's open claim, a tax lien, and a claim that has lapsed.",
    word: "Encumbered",
    ...quick,
    liens: [
      { type: "ucc", securedParty: "Granite Harbor Capital", isOpen: true },
      { type: "tax", securedParty: "Internal Revenue Service", isOpen: true },
      { type: "ucc", securedParty: "Quarry Street Bank", isOpen: false },
    ],
  },
  "25": {
    happens: "Active, and behind with its papers.",
    word: "Delinquent",
    ...quick,
    registrations: [{ isHome: true, status: "active", subStatus: "NOT_IN_GOOD_STANDING" }],
  },
  "26": {
    happens: "In good standing at home and suspended in a second state.",
    word: "Twostate",
    ...quick,
    registrations: [home, { isHome: false, status: "inactive", subStatus: "SUSPENDED" }],
  },
  "27": { happens: "A bankruptcy on record.", word: "Insolvent", ...quick, bankruptcies: 1 },
  "28": { happens: "The tax office could not be asked.", word: "Untaxed", ...quick, tin: "unknown" },
  "29": { happens: "The registers know another owner.", word: "Coowned", ...quick, members: ["Dana Whitlock"] },
};

/** A number tells its own story; without one, a word of the name may. Everybody else is in good standing. */
export function scenarioOf(ein: string | null, name: string): string {
  const ending = /^9900000(\d\d)$/.exec((ein ?? "").replace(/\D/g, ""))?.[1];
  if (ending && businesses[ending]) return ending;
  const words = name.toLowerCase().split(/[^a-z]+/);
  const named = Object.entries(businesses).find(([, { word }]) => word && words.includes(word.toLowerCase()));
  return named?.[0] ?? "01";
}

export const scenarios: readonly Scenario[] = [
  // Keys that look like numbers would otherwise come first.
  ...Object.entries(businesses)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([digits, { word, happens }]) => ({
      value: `EIN \`99-00000${digits}\`${word ? `, or in the name \`${word}\`` : ""}`,
      happens,
    })),
  { value: "any other business", happens: "In good standing; the tax number fits." },
];
