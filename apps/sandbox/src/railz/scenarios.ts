import { bakery } from "../plaid/businesses/bakery.ts";
import { contractor } from "../plaid/businesses/contractor.ts";
import { restaurant } from "../plaid/businesses/restaurant.ts";
import { shop } from "../plaid/businesses/shop.ts";
import { softwareCompany } from "../plaid/businesses/software-company.ts";
import type { Business } from "../plaid/history/booking.ts";
import type { Scenario } from "../world/ground.ts";

export type Service = { name: string; title: string; color: string; isDown?: boolean };

/** The accounting programs, with the vendor's names. */
export const services: readonly Service[] = [
  { name: "quickbooks", title: "QuickBooks Online", color: "#1b7a2f" },
  { name: "xero", title: "Xero", color: "#0b6e8f" },
  { name: "freshbooks", title: "FreshBooks", color: "#1f5bb5" },
  { name: "sageBusinessCloud", title: "Sage Business Cloud", color: "#00704a" },
  { name: "wave", title: "Wave", color: "#3a4a9f" },
  { name: "oracleNetsuite", title: "Oracle NetSuite", color: "#7a3b1d", isDown: true },
];

export type Company = { id: string; business: Business; about: string };

/** The same five businesses as in the bank scenarios, so that accounting data and bank agree. */
export const companies: readonly Company[] = [
  { id: "bakery", business: bakery, about: "A seasonal bakery with healthy finances." },
  { id: "contractor", business: contractor, about: "A contractor who is short of cash." },
  { id: "software-company", business: softwareCompany, about: "A software company that grows." },
  { id: "shop", business: shop, about: "A shop with falling sales." },
  { id: "restaurant", business: restaurant, about: "A restaurant with daily advances." },
];

export const companyNamed = (id: string): Company | undefined => companies.find((one) => one.id === id);

/** What happens to a connection, by the user name at sign-in. */
export type Fate = "good" | "expires" | "slow";
const fates: Record<string, { fate: Fate; happens: string }> = {
  user_slow: { fate: "slow", happens: "The accounting data arrives an hour later, in the business's time." },
  user_expires: {
    fate: "expires",
    happens: "Three days later the connection has expired; the data read so far stays.",
  },
};

export const fateOf = (user: string): Fate => fates[user.trim()]?.fate ?? "good";

const loginWithoutCompany = "user_empty";
export const companiesOf = (user: string): readonly Company[] => (user.trim() === loginWithoutCompany ? [] : companies);

/** Any other user name and password are accepted. */
export const isWrongLogin = (user: string, password: string): boolean =>
  !user.trim() || !password || user.startsWith("wrong") || password.startsWith("wrong");

export const scenarios: readonly Scenario[] = [
  {
    value: "any user name and password",
    happens: "Signs in; the person then chooses one of five companies, the same as in the bank scenarios.",
  },
  { value: "user name or password `wrong…`", happens: "The login is not known." },
  { value: `user name \`${loginWithoutCompany}\``, happens: "The login has no company." },
  ...Object.entries(fates).map(([user, { happens }]) => ({ value: `user name \`${user}\``, happens })),
  ...services
    .filter(({ isDown }) => isDown)
    .map(({ title }) => ({ value: `\`${title}\``, happens: "Is temporarily unavailable." })),
  {
    value: "`GET /railz/connect?businessName=…&origin=…`",
    happens: "The page, for a frame. It posts `load`, `authorization`, `exit` and `error` to the page around it.",
  },
];
