import { Refusal } from "@inlay/contracts/errors.ts";
import { type BusinessDate, mondayOf } from "@inlay/lending/calendar/business-date.ts";
import type { Explanation } from "@inlay/lending/explain/formula.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { noAmounts, totalOf } from "@inlay/lending/mechanics/obligation.ts";
import { add, type Cents } from "@inlay/lending/money/cents.ts";
import { delayInterest } from "@inlay/lending/servicing/arrangements.ts";
import { areSplitDays, type SplitRefusal, splitInTwo } from "@inlay/lending/servicing/split.ts";
import { type Circumstances, loanAccountsOf } from "../banking/public.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { endRetries, whyNotDebit } from "../payments/public.ts";
import { daysOf, type Ground, itemFor, plannedOn, readGround, withdraw } from "./arrangements.ts";
import { debitAuthorizationText, type ShownAccount, saveDebitAuthorization } from "./debit-authorization.ts";
import { lockOwn, readOwn } from "./read-servicing.ts";
import { saveArrangement, simpleArrangement } from "./save-arrangement.ts";
import { serviceProduct } from "./service-product.ts";
import { type Item, unpaidItems } from "./serviced-product.ts";
import { toExplanations } from "./term-loan.ts";

/** Which payment is split, and on which days its parts are debited. The oldest unpaid one, and the first possible days, if it does not say. */
type SplitWish = {
  obligationId?: string | undefined;
  firstDay?: string | undefined;
  secondDay?: string | undefined;
};

type SplitPart = { amountCents: Cents; day: BusinessDate };

type Split = {
  item: Item;
  from: BusinessDate;
  parts: readonly [SplitPart, SplitPart];
  /** What the delay costs on a loan with simple interest. */
  interestCents: Cents;
  account: ShownAccount;
  splitDays: readonly BusinessDate[];
  /** How the amounts of the parts were computed. */
  explanations: ReadonlyMap<string, Explanation>;
};

/** Quotes an overdue installment in two parts, for the wished days or the first ones that can be chosen, with the text to be agreed to. */
export async function quoteSplit(tx: Tx, caller: Person, issuedProductId: string, wish: SplitWish) {
  const ground = await readGround(tx, await readOwn(tx, caller.businessId, issuedProductId));
  const { item, parts, interestCents, account, splitDays, explanations } = await splitOf(tx, ground, wish);
  return {
    obligationId: item.obligation.id,
    parts: [...parts],
    interestCents,
    accountNumberLast4: account.last4,
    authorization: await debitAuthorizationText(tx, caller, "SPLIT_PAYMENT", account, debitsFor(parts)),
    splitDays: [...splitDays],
    explanations: toExplanations(explanations),
  };
}

/**
 * The owner pays an overdue installment in two parts, each by a debit of its own that the owner authorizes with its amount and day. They take
 * the place of every further try of the earlier debit. A debit that is claimed at the same moment refuses it.
 */
export async function splitPayment(
  tx: Tx,
  caller: Person,
  issuedProductId: string,
  authorized: { obligationId: string; parts: readonly [AuthorizedPart, AuthorizedPart] },
  circumstances: Circumstances,
): Promise<void> {
  const serviced = await lockOwn(tx, caller.businessId, issuedProductId);
  const [first, second] = authorized.parts;
  const wish = { obligationId: authorized.obligationId, firstDay: first.day, secondDay: second.day };
  const { item, from, parts, account } = await splitOf(tx, await readGround(tx, serviced), wish);
  if (parts[0].amountCents !== first.amountCents || parts[1].amountCents !== second.amountCents)
    throw new Refusal("SPLIT_CHANGED");
  const { requestId } = circumstances;
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  await withdraw(tx, item, by);
  const isFailed = ({ item: name, status }: (typeof serviced.debits)[number]) =>
    name === item.name && status === "FAILED_PAYMENT";
  await endRetries(
    tx,
    serviced.debits.filter(isFailed).map(({ id }) => id),
  );
  const given = { name: "SPLIT_PAYMENT", account, debits: debitsFor(parts) } as const;
  const debitAuthorizationId = await saveDebitAuthorization(tx, caller, issuedProductId, given, circumstances);
  const days = parts.map(({ amountCents, day }, index) => ({ to: day, part: index + 1, amountCents }));
  const split = { ...simpleArrangement, kind: "SPLIT", item, from, days, debitAuthorizationId } as const;
  await saveArrangement(tx, serviced, split, by);
  // The debits of both parts are ordered.
  await serviceProduct(tx, issuedProductId, serviced.now);
}

type AuthorizedPart = { amountCents: number; day: string };

const debitsFor = (parts: readonly SplitPart[]) => parts.map(({ amountCents, day }) => ({ amountCents, on: day }));

const refusalOf = {
  NO_DEBIT_FAILED: "SPLIT_NOT_OFFERED",
  SPLIT_NOT_OFFERED: "SPLIT_NOT_OFFERED",
  PAYMENT_PENDING: "PAY_NOW_PAYMENT_PENDING",
  SPLIT_RECENTLY: "SPLIT_RECENTLY",
  OLDER_UNPAID: "OLDER_PAYMENT_UNPAID",
} as const satisfies Record<SplitRefusal, string>;

async function splitOf(tx: Tx, ground: Ground, wish: SplitWish): Promise<Split> {
  const { serviced, interest } = ground;
  const { businessId } = serviced.product;
  const [oldest] = unpaidItems(serviced, "scheduled");
  const obligationId = wish.obligationId ?? oldest?.obligation.id ?? "";
  if (serviced.parts.some((part) => part.obligationId === obligationId)) throw new Refusal("SPLIT_RECENTLY");
  const item = itemFor(serviced, { obligationId });
  const { days, why } = daysOf.SPLIT(ground, item);
  if (why) throw new Refusal(refusalOf[why]);
  const [firstDay, secondDay] = chosenDays(days, wish);
  const account = (await loanAccountsOf(tx, businessId)).debited;
  if (!account || (await whyNotDebit(tx, { businessId, bankAccountId: account.id }, serviced.now)))
    throw new Refusal("PAY_NOW_NO_ACCOUNT");
  const { result, explanations } = explained((write) => splitInTwo(item.unpaid, write));
  const [first, second] = result;
  const from = plannedOn(ground, item);
  const { obligation } = item;
  // Until the first day the whole installment waits, and until the second its second part.
  const left = { ...obligation, owed: second, paid: noAmounts, waived: noAmounts };
  return {
    item,
    from,
    parts: [
      { amountCents: totalOf(first), day: firstDay },
      { amountCents: totalOf(second), day: secondDay },
    ],
    interestCents: add(
      delayInterest(interest, [obligation], { from, to: firstDay }),
      delayInterest(interest, [left], { from: [from, firstDay].toSorted().at(-1) ?? firstDay, to: secondDay }),
    ),
    account: { id: account.id, last4: account.last4 },
    splitDays: days,
    explanations,
  };
}

/** The wished days, or the first ones that can be chosen. */
function chosenDays(days: readonly BusinessDate[], wish: SplitWish): [BusinessDate, BusinessDate] {
  const first = wish.firstDay === undefined ? days[0] : days.find((day) => day === wish.firstDay);
  const isLater = (day: BusinessDate) => first !== undefined && mondayOf(day) > mondayOf(first);
  const second = days.find((day) => (wish.secondDay === undefined ? isLater(day) : day === wish.secondDay));
  if (!first || !second || !areSplitDays(days, [first, second])) throw new Refusal("PAYMENT_DAY_NOT_OFFERED");
  return [first, second];
}
