import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { Refused } from "./errors.ts";
import type { Booking, Pocket } from "./history/booking.ts";
import { type Statement, statementOf } from "./history/statement.ts";
import { accountId, fingerprint, type Item, loginOf } from "./items.ts";

const cacheSize = 50;
const statements = new Map<string, Statement>();

/** The item's history until now. The last ones are cached, because the same ones are requested repeatedly. */
export function statementAt(item: Item, now: Date): Statement {
  const { business } = loginOf(item.user);
  const today = dateAt(now);
  const key = `${business.name} ${item.startsOn} ${today}`;
  const statement = statements.get(key) ?? statementOf(business, item.startsOn, today);
  statements.delete(key);
  statements.set(key, statement);
  for (const oldest of statements.keys()) if (statements.size > cacheSize) statements.delete(oldest);
  return statement;
}

/** A card payment is pending on its day and booked on the next. */
const isPending = ({ on, channel }: Booking, today: BusinessDate) => on === today && channel !== "other";
const isBooked = (booking: Booking, today: BusinessDate) => booking.on <= today && !isPending(booking, today);

/** Pending payments reduce the available balance, but not yet the current balance. */
export function balanceAt(item: Item, pocket: Pocket, now: Date): { currentCents: number; availableCents: number } {
  const { bookings, balanceCents } = statementAt(item, now);
  const today = dateAt(now);
  const pending = bookings.filter((one) => one.pocket === pocket && isPending(one, today));
  const availableCents = balanceCents[pocket];
  return { availableCents, currentCents: availableCents - pending.reduce((sum, one) => sum + one.amountCents, 0) };
}

/** All changes through `through` were returned. Within a paged update, `until` is its day and `offset` the position. */
type Cursor = { through: BusinessDate | null; until?: BusinessDate; offset?: number };

const encode = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");
function decode(text: string): Cursor {
  try {
    return text ? (JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Cursor) : { through: null };
  } catch {
    throw new Refused("INVALID_FIELD");
  }
}

export type Update = {
  added: ReturnType<typeof wireTransaction>[];
  removed: { transaction_id: string; account_id: string }[];
  nextCursor: string;
  hasMore: boolean;
};

export function updateSince(item: Item, cursorText: string, count: number, now: Date): Update {
  const { through, until, offset = 0 } = decode(cursorText);
  const today = dateAt(now);
  if (until && until !== today) throw new Refused("TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION");
  const changes: ({ added: Update["added"][number] } | { removed: Update["removed"][number] })[] = [];
  for (const [n, booking] of statementAt(item, now).bookings.entries()) {
    if (!item.pockets.includes(booking.pocket)) continue;
    const [before, isNow] = [through !== null && isPending(booking, through), isPending(booking, today)];
    if (isBooked(booking, today) && !(through && isBooked(booking, through)))
      changes.push({ added: wireTransaction(item, booking, n, false) });
    if (isNow && !before) changes.push({ added: wireTransaction(item, booking, n, true) });
    if (before && !isNow)
      changes.push({
        removed: { transaction_id: pendingId(item, n), account_id: accountId(item, booking.pocket) },
      });
  }
  const page = changes.slice(offset, offset + count);
  const hasMore = offset + count < changes.length;
  return {
    added: page.flatMap((one) => ("added" in one ? [one.added] : [])),
    removed: page.flatMap((one) => ("removed" in one ? [one.removed] : [])),
    nextCursor: encode(hasMore ? { through, until: today, offset: offset + count } : { through: today }),
    hasMore,
  };
}

const pendingId = (item: Item, n: number) => fingerprint(item.id, n, "pending");

const wideCategories = [
  "INCOME",
  "TRANSFER_IN",
  "TRANSFER_OUT",
  "LOAN_PAYMENTS",
  "BANK_FEES",
  "FOOD_AND_DRINK",
  "GENERAL_MERCHANDISE",
  "HOME_IMPROVEMENT",
  "GENERAL_SERVICES",
  "GOVERNMENT_AND_NON_PROFIT",
  "TRANSPORTATION",
  "RENT_AND_UTILITIES",
];

function wireTransaction(item: Item, booking: Booking, n: number, isStillPending: boolean) {
  const { on, pocket, amountCents, text, merchant, category, channel } = booking;
  const wasPending = channel !== "other" && !isStillPending;
  return {
    account_id: accountId(item, pocket),
    account_owner: null,
    // For this vendor, outgoing amounts are positive.
    amount: -amountCents / 100 + 0,
    authorized_date: on,
    authorized_datetime: null,
    category: null,
    category_id: null,
    check_number: /^CHECK (\d+)$/.exec(text)?.[1] ?? null,
    counterparties: [],
    date: on,
    datetime: null,
    iso_currency_code: "USD",
    location: {
      address: null,
      city: null,
      country: null,
      lat: null,
      lon: null,
      postal_code: null,
      region: null,
      store_number: null,
    },
    logo_url: null,
    merchant_entity_id: null,
    merchant_name: merchant,
    name: merchant ?? text,
    original_description: text,
    payment_channel: channel,
    payment_meta: {
      by_order_of: null,
      payee: null,
      payer: null,
      payment_method: null,
      payment_processor: null,
      ppd_id: null,
      reason: null,
      reference_number: null,
    },
    pending: isStillPending,
    pending_transaction_id: wasPending ? pendingId(item, n) : null,
    personal_finance_category: {
      primary: wideCategories.find((wide) => category.startsWith(wide)) ?? "GENERAL_SERVICES",
      detailed: category,
      confidence_level: "HIGH",
      version: "v2",
    },
    personal_finance_category_icon_url: "",
    transaction_code: null,
    transaction_id: isStillPending ? pendingId(item, n) : fingerprint(item.id, n),
    transaction_type: "place",
    unofficial_currency_code: null,
    website: null,
  };
}
