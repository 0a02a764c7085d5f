/** What the value and the threshold of a rule are. */
export type RuleUnit = "CENTS" | "SHARE" | "MONTHS" | "DAYS" | "PLAIN";

/** How people name each rule, and the unit of its figures. */
export const ruleNames: Readonly<Record<string, { name: string; unit: RuleUnit }>> = {
  ELIG_STATE: { name: "State", unit: "PLAIN" },
  ELIG_INDUSTRY: { name: "Industry", unit: "PLAIN" },
  ELIG_AGE: { name: "Time in business", unit: "MONTHS" },
  ELIG_FICO: { name: "Credit score of guarantors", unit: "PLAIN" },
  ELIG_CASH: { name: "Average balance, 6 months", unit: "CENTS" },
  ELIG_BANK_HISTORY: { name: "Bank data", unit: "DAYS" },
  ELIG_BK: { name: "Bankruptcy", unit: "PLAIN" },
  ELIG_LIEN: { name: "Tax lien", unit: "CENTS" },
  ELIG_JUDGMENT: { name: "Judgment", unit: "CENTS" },
  ELIG_US: { name: "Owners live in the US", unit: "PLAIN" },
  ELIG_PG: { name: "Personal guarantee", unit: "PLAIN" },
  ELIG_UCC: { name: "Blanket lien", unit: "PLAIN" },
  ELIG_SELF: { name: "Late or in default with us", unit: "PLAIN" },
  RATE_FICO: { name: "Lowest credit score", unit: "PLAIN" },
  RATE_PLATFORM_AGE: { name: "Time on the platform", unit: "MONTHS" },
  RATE_AGE: { name: "Time in business", unit: "MONTHS" },
  RATE_BALANCE: { name: "Average balance, 6 months", unit: "CENTS" },
  RATE_NSF: { name: "Returned payments, 90 days", unit: "PLAIN" },
  RATE_OVERDRAFT: { name: "Overdrafts, 90 days", unit: "PLAIN" },
  RATE_DBT: { name: "Days beyond terms", unit: "DAYS" },
  RATE_GROWTH: { name: "Monthly revenue growth", unit: "SHARE" },
  RATE_SECTOR: { name: "Risk of the industry", unit: "PLAIN" },
  RATE_DSCR: { name: "Debt service coverage", unit: "PLAIN" },
  DATA_REVENUE: { name: "Monthly revenue", unit: "CENTS" },
  DATA_INVOICES: { name: "Monthly invoices", unit: "CENTS" },
  DATA_VENDOR_PAYMENTS: { name: "Monthly vendor payments", unit: "CENTS" },
  DATA_CARD_SALES: { name: "Monthly card sales", unit: "CENTS" },
  DATA_CHANNEL_SALES: { name: "Monthly platform sales", unit: "CENTS" },
};
