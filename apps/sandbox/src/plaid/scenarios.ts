import type { Scenario } from "../world/ground.ts";
import { bakery } from "./businesses/bakery.ts";
import { contractor } from "./businesses/contractor.ts";
import { restaurant } from "./businesses/restaurant.ts";
import { shop } from "./businesses/shop.ts";
import { softwareCompany } from "./businesses/software-company.ts";
import type { Business, Pocket } from "./history/booking.ts";
import { type Institution, institutions } from "./institutions.ts";

export type AccountShape = {
  pocket: Pocket;
  name: string;
  officialName: string;
  /** The last four digits. Some of them select a payment scenario of Modern Treasury. */
  ending: string;
};

export type Login = {
  user: string;
  happens: string;
  business: Business;
  accounts: readonly AccountShape[];
  /** The institution of the item, whichever was chosen. */
  institutionId?: string;
  /** The error that the bank returns at sign-in. */
  refusal?: "ITEM_LOCKED" | "INSTITUTION_NOT_RESPONDING" | "NO_ACCOUNTS";
  asksForCode?: boolean;
  /** A later event of the item, in days of the business's time. */
  later?: { event: "login-required" | "consent-expiring" | "access-revoked"; afterDays: number };
  balance?: "stale" | "error";
  /** The first sync is not ready, or the second is interrupted by a change. */
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

/** The code of every login that asks for one. */
export const mfaCode = "1234";

export const logins: readonly Login[] = [
  { user: "user_small_business", happens: "A seasonal bakery with healthy finances: checking and savings.", ...good },
  {
    user: "user_nsf",
    business: contractor,
    accounts: [checking("0002")],
    happens: "A contractor with returned items and fees. The account ends in `0002`, so debits are returned with R01.",
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
    happens: "A shop that loses about 3 % a month and is funded by its owner.",
  },
  {
    user: "user_mca_stacked",
    business: restaurant,
    accounts: [checking("5150")],
    happens: "A restaurant with three stacked daily advances and returned items.",
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
    happens: "The item's bank is `ins_129313`, which Inlay does not allow.",
  },
  {
    user: "user_oauth",
    institutionId: "ins_100002",
    ...good,
    happens: "Signs in on the bank's own page; consent is valid for a year.",
  },
  {
    user: "user_tokenized",
    institutionId: "ins_100004",
    ...good,
    happens: "The bank returns tokenized account numbers that do not end as the mask does.",
  },
  { user: "user_mfa", happens: `Asks for a code by SMS: \`${mfaCode}\`.`, asksForCode: true, ...good },
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
    happens: "The bank does not respond while linking (INSTITUTION_NOT_RESPONDING).",
  },
  {
    user: "user_no_accounts",
    refusal: "NO_ACCOUNTS",
    ...good,
    happens: "There is no suitable account (NO_ACCOUNTS).",
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
    happens: "Three days after linking PENDING_EXPIRATION is sent; seven days later ITEM_LOGIN_REQUIRED.",
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
    happens: "The bank returns the balance of 30 hours ago.",
  },
  {
    user: "user_balance_error",
    balance: "error",
    ...good,
    happens: "The bank does not respond to a balance request.",
  },
  {
    user: "user_slow_history",
    history: "slow",
    ...good,
    happens: "At the first sync the transactions are not ready.",
  },
  {
    user: "user_changing_history",
    history: "changing",
    ...good,
    happens: "The transactions change during the first sync.",
  },
];

/** `user_small_business_0003` is `user_small_business` with a first account that ends in 0003. */
export function loginNamed(name: string): Login | undefined {
  const [, user, ending] = /^(.+?)(?:_(\d{4}))?$/.exec(name.trim()) ?? [];
  const login = logins.find((one) => one.user === user);
  if (!login || !ending) return login;
  return { ...login, accounts: login.accounts.map((account, n) => (n === 0 ? { ...account, ending } : account)) };
}

/** Any other password is accepted. */
export const isWrongPassword = (password: string): boolean => password === "" || password.startsWith("wrong");

const banks = (are: (bank: Institution) => boolean) =>
  institutions
    .filter(are)
    .map(({ name }) => `\`${name}\``)
    .join(", ");

export const scenarios: readonly Scenario[] = [
  ...logins.map(({ user, happens }) => ({ value: `user name \`${user}\``, happens })),
  {
    value: "user name `user_…_0003`",
    happens:
      "Any of these with four digits: the first account ends in them, and payments follow the scenario of that ending.",
  },
  {
    value: "any other user name, or a password `wrong…`",
    happens: "The bank does not know the login (INVALID_CREDENTIALS).",
  },
  {
    value: banks(({ isOauth }) => isOauth),
    happens: "Sign in on the bank's own page, in a new window.",
  },
  { value: banks(({ isDown }) => isDown), happens: "Down for maintenance (INSTITUTION_DOWN)." },
  {
    value: "`Northgate Digital` (ins_129313), `Tidewater Online` (ins_114126)",
    happens: "Can be linked here, but Inlay refuses them.",
  },
  {
    value: "`POST /plaid/sandbox/public_token/create`",
    happens:
      "A finished link without the dialog; `user_id` names the business, `options.override_username` the scenario.",
  },
  {
    value: "`POST /plaid/sandbox/item/reset_login`, `…/fire_webhook`",
    happens:
      "Breaks a link, or sends a webhook: ERROR, PENDING_EXPIRATION, USER_PERMISSION_REVOKED, LOGIN_REPAIRED and others.",
  },
];
