import { timingSafeEqual } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import ModernTreasury, { APIConnectionError, APIError, NotFoundError, UnprocessableEntityError } from "modern-treasury";
import { WebhookRefused } from "../../webhook.ts";
import {
  AccountRefused,
  type BankLine,
  type ClosingBalance,
  PaymentNotSent,
  PaymentOutcomeUnknown,
  PaymentRefused,
  type Payments,
  ProcessorUnavailable,
} from "../port.ts";
import type { ModernTreasurySettings } from "./config.ts";
import { lineFrom, orderFor, ourWords, paymentFrom, webhookFrom } from "./translate.ts";

const pageSize = 100;

/** Modern Treasury moves the money: ACH debits and credits, from one internal account per book. */
export function modernTreasuryPayments(settings: ModernTreasurySettings): Payments {
  const client = new ModernTreasury({
    baseURL: settings.MODERN_TREASURY_URL,
    organizationID: settings.MODERN_TREASURY_ORGANIZATION_ID,
    apiKey: settings.MODERN_TREASURY_API_KEY,
    webhookKey: settings.MODERN_TREASURY_WEBHOOK_KEY,
    timeout: settings.MODERN_TREASURY_TIMEOUT_MS,
    // Retries are decided by the caller, who knows the earlier attempts. No request may reach a log.
    maxRetries: 0,
    logLevel: "off",
  });
  const internalAccounts = settings.MODERN_TREASURY_ACCOUNTS;
  const bookOf = (internalAccountId: string) =>
    (Object.keys(internalAccounts) as Book[]).find((book) => internalAccounts[book] === internalAccountId) ?? null;

  const find: Payments["find"] = (orderId, businessId) =>
    asked(async () => {
      const query = { metadata: ourWords(orderId, businessId), per_page: pageSize };
      return (await all(client.paymentOrders.list(query))).map(paymentFrom);
    });
  const accountNamed = async (accountId: string): Promise<string | null> =>
    (await client.externalAccounts.list({ external_id: accountId })).items[0]?.id ?? null;
  const counterpartyNamed = async (partyId: string): Promise<string | null> =>
    (await client.counterparties.list({ external_id: partyId })).items[0]?.id ?? null;
  const counterpartyFor = (partyId: string, name: string): Promise<string> =>
    findOrMake(
      () => counterpartyNamed(partyId),
      () => client.counterparties.create({ name, external_id: partyId }, { idempotencyKey: `business-${partyId}` }),
    );

  return {
    find,
    enroll: (account) =>
      asked(async () => {
        const { partyId, holderName, holder, kind, accountId, accountNumber, routingNumber } = account;
        const counterpartyId = await counterpartyFor(partyId, holderName);
        return findOrMake(
          () => accountNamed(accountId),
          () =>
            client.externalAccounts.create(
              {
                counterparty_id: counterpartyId,
                external_id: accountId,
                party_name: holderName,
                party_type: holder === "BUSINESS" ? "business" : "individual",
                account_type: kind === "CHECKING" ? "checking" : "savings",
                account_details: [{ account_number: accountNumber.reveal() }],
                routing_details: [{ routing_number: routingNumber.reveal(), routing_number_type: "aba" }],
              },
              { idempotencyKey: `account-${accountId}` },
            ),
        );
      }),
    send: async (payment) => {
      const { orderId, businessId } = payment;
      try {
        const body = orderFor(payment, internalAccounts);
        return paymentFrom(await client.paymentOrders.create(body, { idempotencyKey: orderId }));
      } catch (error) {
        const outcome = outcomeOf(error);
        if (!(outcome instanceof PaymentRefused)) throw outcome;
        // A rejection of this attempt says nothing about an earlier one, which may have used the same key with other parameters.
        const found = await find(orderId, businessId).catch((cause) => {
          throw new PaymentOutcomeUnknown(
            "the processor rejected this attempt, and an earlier one cannot be ruled out",
            { cause },
          );
        });
        if (found[0]) return found[0];
        throw outcome;
      }
    },
    read: (processorId) => asked(async () => paymentFrom(await client.paymentOrders.retrieve(processorId))),
    acceptedSince: (effectiveOn) =>
      asked(async () => {
        const query = { effective_date_start: effectiveOn, per_page: pageSize };
        return (await all(client.paymentOrders.list(query))).map(paymentFrom);
      }),
    bankLinesSince: (book, postedOn) =>
      asked(async () => {
        const query = { internal_account_id: internalAccounts[book], as_of_date_start: postedOn };
        const newestFirst = await all(client.transactions.list({ ...query, per_page: pageSize }));
        const lines = newestFirst.map((one) => lineFrom(one, bookOf)).filter((line): line is BankLine => line !== null);
        return lines.reverse();
      }),
    match: (lineId) =>
      asked(async () => {
        const [item] = (await client.transactions.lineItems.list({ transaction_id: lineId })).items;
        if (!item?.transactable_id) return null;
        if (item.transactable_type === "payment_order") return { processorId: item.transactable_id, isReturn: false };
        if (item.transactable_type !== "return") return null;
        const { returnable_id: processorId } = await client.returns.retrieve(item.transactable_id);
        return processorId ? { processorId, isReturn: true } : null;
      }),
    bankBalance: (book) =>
      asked(async () => {
        const where = { internal_account_id: internalAccounts[book] };
        const { balances } = await client.internalAccounts.balanceReports.retrieve("latest", where);
        const current = balances.find(({ balance_type: type }) => type === "current_ledger");
        if (!current) throw new Error("the balance report lacks the current ledger balance");
        return cents(current.amount);
      }),
    closingBalances: (book, since) =>
      asked(async () => {
        const found: ClosingBalance[] = [];
        const query = { balance_report_type: "previous_day", per_page: pageSize } as const;
        // Newest first, so the first report before `since` ends the read.
        for await (const report of client.internalAccounts.balanceReports.list(internalAccounts[book], query)) {
          if (report.as_of_date < since) break;
          const closing = report.balances.find(({ balance_type: type }) => type === "closing_ledger");
          if (!closing) throw new Error("the balance report lacks the closing ledger balance");
          found.push({ asOf: businessDate(report.as_of_date), balanceCents: cents(closing.amount) });
        }
        return found;
      }),
    simulateDebits: (issuedProductId, simulation) =>
      asked(async () => {
        await client.put(`/simulated_debits/${issuedProductId}`, { body: simulation });
      }),
    readWebhook: ({ body, headers }) => {
      const signature = Buffer.from(String(headers["x-signature"] ?? ""));
      const expected = Buffer.from(client.webhooks.getSignature(body));
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
        throw new WebhookRefused("the signature does not match");
      return webhookFrom(body, bookOf);
    },
  };
}

/** Finds the processor's object by our id, and creates it where there is none. */
async function findOrMake(find: () => Promise<string | null>, make: () => Promise<{ id: string }>): Promise<string> {
  const known = await find();
  if (known) return known;
  try {
    return (await make()).id;
  } catch (error) {
    if (!(error instanceof UnprocessableEntityError)) throw error;
    // Another request may have been faster.
    const meanwhile = await find();
    if (meanwhile) return meanwhile;
    throw new AccountRefused("the processor does not accept this account");
  }
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of pages) items.push(item);
  return items;
}

/** A read has no effect, so every failure has the same meaning. */
async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof APIError && !(error instanceof NotFoundError))
      throw new ProcessorUnavailable("the processor did not answer", { cause: redacted(error) });
    throw error;
  }
}

/** The meaning of a failed attempt. In doubt the payment may have been accepted. */
function outcomeOf(error: unknown): PaymentRefused | PaymentNotSent | PaymentOutcomeUnknown {
  const cause = redacted(error);
  const status = error instanceof APIError ? error.status : undefined;
  if (status === 400 || status === 404 || status === 422)
    return new PaymentRefused("the processor rejected the payment", { cause });
  // Rejected before processing: unauthorized or rate-limited.
  if (status === 401 || status === 403 || status === 429)
    return new PaymentNotSent("the processor rejected the request unprocessed", { cause });
  if (error instanceof APIConnectionError && neverConnected(error))
    return new PaymentNotSent("the processor was not reached", { cause });
  return new PaymentOutcomeUnknown("the outcome of the payment is unknown", { cause });
}

const beforeConnecting = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

function neverConnected(error: Error): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (beforeConnecting.includes((cause as NodeJS.ErrnoException).code ?? "")) return true;
  return false;
}

/** The vendor's error quotes the request, so only its kind is passed on. */
const redacted = (error: unknown): Error => {
  const { name = "Error", status } = error as { name?: string; status?: number };
  return new Error(
    status ? `the processor answered ${status}` : error instanceof Error ? error.constructor.name : name,
  );
};
