import type { Scenario } from "../world/ground.ts";

export type BusinessScenario = {
  happens: string;
  /** A word in the name that selects this scenario when no EIN is given. */
  word: string | null;
  /** The registrations, home state first. Empty when no register lists the business. */
  registrations: readonly { isHome: boolean; status: "active" | "inactive"; subStatus: string }[];
  tin: "matched" | "mismatched" | "unknown";
  liens?: readonly { type: "ucc" | "tax"; securedParty: string; isOpen: boolean }[];
  bankruptcies?: number;
  /** Members that the registers list in addition to the officers. */
  members?: readonly string[];
  /** How long the verification takes, in minutes of the business's time. */
  takesMinutes: number;
};

const home = { isHome: true, status: "active", subStatus: "GOOD_STANDING" } as const;
const quick = { registrations: [home], tin: "matched", takesMinutes: 0 } as const;
const aDay = 24 * 60;

/** By the last two digits of a number 99-00000nn. */
export const businesses: Record<string, BusinessScenario> = {
  "01": { happens: "In good standing; the EIN matches.", word: null, ...quick },
  "20": {
    happens: "Dissolved in its home state.",
    word: "Dissolved",
    ...quick,
    registrations: [{ isHome: true, status: "inactive", subStatus: "DISSOLVED" }],
  },
  "21": { happens: "The EIN belongs to another name.", word: "Mistaken", ...quick, tin: "mismatched" },
  "22": { happens: "No register lists it.", word: "Unregistered", ...quick, registrations: [], tin: "unknown" },
  "23": {
    happens: "In review for a day, then in good standing.",
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
    happens: "Active, but not in good standing.",
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
  "28": { happens: "The IRS could not be reached.", word: "Untaxed", ...quick, tin: "unknown" },
  "29": { happens: "The registers list another owner.", word: "Coowned", ...quick, members: ["Dana Whitlock"] },
};

/** The EIN selects the scenario; without one, a word of the name does. All others are in good standing. */
export function scenarioOf(ein: string | null, name: string): string {
  const ending = /^9900000(\d\d)$/.exec((ein ?? "").replace(/\D/g, ""))?.[1];
  if (ending && businesses[ending]) return ending;
  const words = name.toLowerCase().split(/[^a-z]+/);
  const named = Object.entries(businesses).find(([, { word }]) => word && words.includes(word.toLowerCase()));
  return named?.[0] ?? "01";
}

export const scenarios: readonly Scenario[] = [
  // Sorted, because JavaScript orders integer-like keys before the others.
  ...Object.entries(businesses)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([digits, { word, happens }]) => ({
      value: `EIN \`99-00000${digits}\`${word ? `, or in the name \`${word}\`` : ""}`,
      happens,
    })),
  { value: "any other business", happens: "In good standing; the EIN matches." },
];
