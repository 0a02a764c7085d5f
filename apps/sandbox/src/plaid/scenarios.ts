import type { Scenario } from "../world/ground.ts";
import { bakery } from "./businesses/bakery.ts";
import { contractor } from "./businesses/contractor.ts";
import { restaurant } from "./businesses/restaurant.ts";
import { shop } from "./businesses/shop.ts";
import { softwareCompany } from "./businesses/software-company.ts";
import type { Business, Pocket } from "./history/booking.ts";

export type AccountShape = {
  pocket: Pocket;
  name: string;
  officialName: string;
  /** The last four digits. The world of payments has stories of its own for some of them. */
  ending: string;
};

export type Login = {
  user: string;
  happens: string;
  business: Business;
  accounts: readonly AccountShape[];
  /** The bank that it turns out to be, whichever was chosen. */
  institutionId?: string;
  /** What the bank says instead of letting anyone in. */
  refusal?: "ITEM_LOCKED" | "INSTITUTION_NOT_RESPONDING" | "NO_ACCOUNTS";
  asksForCode?: boolean;
  /** What becomes of the link, in days of the business's time. */
  later?: { event: "login-required" | "consent-expiring" | "access-revoked"; afterDays: number };
  balance?: "stale" | "error";
  /** The first question about transactions comes too early, or is overtaken by a change. */
  history?: "slow" | "changing";
};

const checking = (ending: string): AccountShape => ({
  pocket: "checking",
  ending,

  name: "Business Checking",
  officialName: "Everyday Business Checking",
});
const savings = (ending: string): AccountShape => ({
  pocket: "savings",
  ending,

  name: "Business Savings",
  officialName: "Business Reserve Savings",
});

const good = { business: bakery, accounts: [checking("6789"), savings("4411")] };

export const logins: readonly Login[] = [
  { user: "user_small_business", happens: "A seasonal bakery in good health: checking and savings.", ...good },
  {
    user: "user_nsf",
    business: contractor,
    accounts: [checking("0002")],
    happens: "A contractor with returned items and fees. The account ends in `0002`, so debits come back R01.",
  },
  {
    user: "user_saas",
    business: softwareCompany,
    accounts: [checking("7312"), savings("7320")],
    happens: "A software company that grows by about 5 % a month.",
  },
  {
    user: "user_shrinking",
    business: shop,
    accounts: [checking("2218"), savings("2226")],
    happens: "A shop that loses about 3 % a month and lives from its owner's pocket.",
  },
  {
    user: "user_mca_stacked",
    business: restaurant,
    accounts: [checking("5150")],
    happens: "A restaurant with three daily advances on top of each other, and returned items.",
  },
  { user: "user_good", happens: "The same bakery.", ...good },
  {
    user: "user_savings_only",
    business: bakery,
    accounts: [savings("4411")],
    happens: "The bakery's savings account and no checking account.",
  },
  {
    user: "user_blocked",
    institutionId: "ins_129313",
    ...good,
    happens: "The bank turns out to be `ins_129313`, which the house does not link.",
  },
  {
    user: "user_oauth",
    institutionId: "ins_100002",
    ...good,
    happens: "Signs in on the bank's own page; consent holds for a year.",
  },
  {
    user: "user_tokenized",
    institutionId: "ins_100004",
    ...good,
    happens: "The bank gives numbers that are made for us and end differently from the mask.",
  },
  { user: "user_mfa", happens: "Asks for a code by text message: `1234`.", asksForCode: true, ...good },
  {
    user: "user_locked",
    refusal: "ITEM_LOCKED",
    ...good,
    happens: "The bank has locked the login (ITEM_LOCKED).",
  },
  {
    user: "user_unreachable",
    refusal: "INSTITUTION_NOT_RESPONDING",
    ...good,
    happens: "The bank does not answer while linking (INSTITUTION_NOT_RESPONDING).",
  },
  {
    user: "user_no_accounts",
    refusal: "NO_ACCOUNTS",
    ...good,
    happens: "There is no account that fits (NO_ACCOUNTS).",
  },
  {
    user: "user_login_required",
    later: { event: "login-required", afterDays: 3 },
    ...good,
    happens: "Three days after linking the password has changed: ITEM_LOGIN_REQUIRED, until linked again.",
  },
  {
    user: "user_expiring",
    later: { event: "consent-expiring", afterDays: 3 },
    ...good,
    happens: "Three days after linking PENDING_EXPIRATION is told; seven days later ITEM_LOGIN_REQUIRED.",
  },
  {
    user: "user_revoked",
    later: { event: "access-revoked", afterDays: 3 },
    ...good,
    happens: "Three days after linking the owner withdraws consent: USER_PERMISSION_REVOKED.",
  },
  {
    user: "user_stale_balance",
    balance: "stale",
    ...good,
    happens: "The bank answers with the balance of 30 hours ago.",
  },
  {
    user: "user_balance_error",
    balance: "error",
    ...good,
    happens: "The bank does not answer when asked for a balance.",
  },
  {
    user: "user_slow_history",
    history: "slow",
    ...good,
    happens: "The first time, the transactions are not ready yet.",
  },
  {
    user: "user_changing_history",
    history: "changing",
    ...good,
    happens: "The transactions change while they are read for the first time.",
  },
];

/** `user_small_business_0003` is the small business with a first account that ends in 0003. */
export function loginNamed(name: string): Login | undefined {
  const [, user, ending] = /^(.+?)(?:_(\d{4}))?$/.exec(name.trim()) ?? [];
  const login = logins.find((one) => one.user === user);
  if (!login || !ending) return login;
  return { ...login, accounts: login.accounts.map((account, n) => (n === 0 ? { ...account, ending } : account)) };
}

export const mfaCode = "1234";

/** Any other password is the right one. */
export const isWrongPassword = (password: string): boolean => password === "" || password.startsWith("wrong");

export const scenarios: readonly Scenario[] = [
  ...logins.map(({ user, happens }) => ({ value: `user name \`${user}\``, happens })),
  {
    value: "user name `user_…_0003`",
    happens:
      "Any of these with four digits: the first account ends in them, and payments follow the story of that ending.",
  },
  {
    value: "any other user name, or a password `wrong…`",
    happens: "The bank does not know the login (INVALID_CREDENTIALS).",
  },
  {
    value: "`Harbor Trust`, `Meridian National Bank`",
    happens: "Sign in on the bank's own page, in a window of its own.",
  },
  { value: "`Quarry Street Bank`", happens: "Down for maintenance (INSTITUTION_DOWN)." },
  {
    value: "`Northgate Digital` (ins_129313), `Tidewater Online` (ins_114126)",
    happens: "Can be linked here, and are refused by the house.",
  },
  {
    value: "`POST /plaid/sandbox/public_token/create`",
    happens: "A finished link without the dialog; `user_id` names the business, `options.override_username` the story.",
  },
  {
    value: "`POST /plaid/sandbox/item/reset_login`, `…/fire_webhook`",
    happens:
      "Breaks a link, or tells of it: ERROR, PENDING_EXPIRATION, USER_PERMISSION_REVOKED, LOGIN_REPAIRED and others.",
  },
];
