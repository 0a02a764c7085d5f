import { createHmac, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Ground, Vendor } from "../world/ground.ts";
import { lifeOf, settlementOf, vendorName } from "./life.ts";
import { amountScenarioOf, scenarios } from "./scenarios.ts";
import {
  type Counterparty,
  type ExternalAccount,
  internalAccounts,
  type Order,
  type SimulatedDebits,
  type State,
  stateOf,
} from "./state.ts";
import {
  counterpartyOnWire,
  externalAccountOnWire,
  lineItemOnWire,
  lineOnWire,
  orderOnWire,
  returnOnWire,
} from "./wire.ts";

type Metadata = Record<string, string>;
type Query = Record<string, string | undefined>;
type AccountBody = {
  counterparty_id?: string;
  external_id?: string;
  account_type?: string;
  party_name?: string;
  party_type?: "business" | "individual";
  account_details?: { account_number?: string }[];
  routing_details?: { routing_number?: string; routing_number_type?: string }[];
};
type CounterpartyBody = { name?: string; external_id?: string; metadata?: Metadata; accounts?: AccountBody[] };
type OrderBody = {
  type?: string;
  subtype?: string;
  amount?: number;
  direction?: "debit" | "credit";
  priority?: "high" | "normal";
  originating_account_id?: string;
  receiving_account_id?: string;
  effective_date?: string;
  statement_descriptor?: string;
  metadata?: Metadata;
};
type LineBody = {
  internal_account_id: string;
  direction: "debit" | "credit";
  amount: number;
  description: string;
  world: string;
  /** The order that the bank matches the line with. */
  payment_order_id?: string;
};

/** The initial webhook endpoint and the key of its signatures. */
export type Settings = { webhookUrl: string | null; webhookKey: string };

/** A response. A lost response is stored but not sent. */
type Answer = { status: number; body: unknown; isLost?: boolean };

const simulatedDebits = {
  type: "object",
  additionalProperties: false,
  required: ["outcome", "until"],
  properties: { outcome: { enum: ["PAID", "RETURNED"] }, until: { type: "string", format: "date" } },
};

/** The metadata field with the sender's own id of an order. */
const referenceField = "payment_order_id";
const outageHours = 1;
/** The world of requests that name no business. */
const defaultWorld = "nobody";

/** Modern Treasury: counterparties, ACH orders, returns and the bank's lines. */
export function modernTreasury(ground: Ground, settings: Settings): Vendor {
  const state = stateOf(ground.store);
  const life = lifeOf(ground, state);
  if (settings.webhookUrl && !state.endpoint.get("url")) state.endpoint.put("url", { url: settings.webhookUrl });
  // An index, because the API looks up each order by its reference before it sends it.
  const idsByReference = new Map<string, string[]>();
  const addToIndex = ({ id, metadata }: Order) => {
    const reference = metadata[referenceField];
    if (reference) idsByReference.set(reference, [...(idsByReference.get(reference) ?? []), id]);
  };
  for (const order of state.orders.all()) addToIndex(order);
  const ordersNamed = (reference: string) =>
    (idsByReference.get(reference) ?? []).flatMap((id) => state.orders.get(id) ?? []);
  const wireOrder = (order: Order) =>
    orderOnWire(order, order.returnId ? state.returns.get(order.returnId) : undefined);

  return {
    name: vendorName,
    title: "Modern Treasury",
    scenarios,
    happens: life.happens,
    webhooks: {
      sign: (body) => ({
        "x-signature": createHmac("sha256", settings.webhookKey).update(body).digest("hex"),
        "x-topic": (JSON.parse(body) as { data: { object: string } }).data.object,
      }),
      forge: (body) => body.replaceAll('"completed"', '"returned"').replaceAll(/"status":"\w+"/g, '"status":"failed"'),
    },
    worldOf: (request) => {
      const { metadata } = (request.body ?? {}) as { metadata?: Metadata };
      const { id } = request.params as { id?: string };
      const asked = (request.query as Query)["metadata[business_id]"];
      return metadata?.["business_id"] ?? asked ?? (id ? (state.orders.get(id)?.world ?? null) : null);
    },
    routes: (app) => {
      app.addHook("onRequest", async (request, reply) => {
        const isOurs = request.url.startsWith(`/${vendorName}/api/`);
        if (isOurs && !/^Basic \S+/.test(request.headers.authorization ?? ""))
          return send(reply, refusal(401, "The organization ID and API key are missing."));
        return undefined;
      });
      once<CounterpartyBody>(app, "/api/counterparties", (body) => {
        const { name = null, external_id: externalId = null, metadata = {}, accounts = [] } = body;
        if (externalId && state.counterparties.all().some((one) => one.externalId === externalId))
          return refusal(422, "external_id is taken", "external_id");
        const counterparty = { id: randomUUID(), name, externalId, metadata, createdAt: new Date().toISOString() };
        const made = accounts.map((one) => accountFrom({ ...one, counterparty_id: counterparty.id }, name ?? ""));
        if (!made.every((account) => account !== null))
          return refusal(422, "An account needs a number and an ABA routing number.", "accounts");
        state.counterparties.put(counterparty.id, counterparty);
        for (const account of made) state.externalAccounts.put(account.id, account);
        return { status: 201, body: counterpartyOnWire(counterparty, made) };
      });
      app.get<{ Querystring: Query }>("/api/counterparties", (request, reply) => {
        const { external_id: externalId } = request.query;
        const found = state.counterparties.all().filter((one) => !externalId || one.externalId === externalId);
        return pageOf(found, request.query, reply, (one: Counterparty) =>
          counterpartyOnWire(
            one,
            state.externalAccounts.all().filter((account) => account.counterpartyId === one.id),
          ),
        );
      });

      once<AccountBody>(app, "/api/external_accounts", (body) => {
        const counterparty = state.counterparties.get(body.counterparty_id ?? "");
        const account = counterparty ? accountFrom(body, counterparty.name ?? "") : null;
        if (!account) return refusal(422, "Counterparty, account number and ABA routing number are needed.");
        if (account.externalId && state.externalAccounts.all().some((one) => one.externalId === account.externalId))
          return refusal(422, "external_id is taken", "external_id");
        state.externalAccounts.put(account.id, account);
        return { status: 201, body: externalAccountOnWire(account) };
      });
      app.get<{ Querystring: Query }>("/api/external_accounts", (request, reply) => {
        const { external_id: externalId } = request.query;
        const found = state.externalAccounts.all().filter((one) => !externalId || one.externalId === externalId);
        return pageOf(found, request.query, reply, externalAccountOnWire);
      });

      once<OrderBody>(app, "/api/payment_orders", (body, key) => {
        const scenario = amountScenarioOf(body.amount ?? 0, body.statement_descriptor ?? null);
        const world = body.metadata?.["business_id"] ?? defaultWorld;
        if (scenario === "is out" && isOut(key, world)) return refusal(503, "Service temporarily unavailable.");
        if (scenario === "never accepts") return { ...refusal(504, "The request timed out."), isLost: true };
        const why = whyNotAccept(body);
        if (why) return refusal(422, why[1], why[0]);
        const order = orderFrom(body, world);
        const account = state.externalAccounts.get(order.receivingAccountId);
        ground.store.enter({
          vendor: vendorName,
          world,
          id: order.id,
          key,
          reference: order.metadata[referenceField] ?? null,
          direction: order.direction,
          amountCents: order.amount,
          account: account ? `${account.routingNumber} …${account.accountNumber.slice(-4)}` : order.receivingAccountId,
        });
        life.begin(order);
        addToIndex(order);
        const accepted = wireOrder(state.orders.get(order.id) ?? order);
        return { status: 201, body: accepted, isLost: scenario === "loses the response" };
      });
      app.get<{ Querystring: Query }>("/api/payment_orders", (request, reply) => {
        const wanted = Object.entries(request.query).flatMap(([name, value]) => {
          const field = /^metadata\[(.+)\]$/.exec(name)?.[1];
          return field ? [[field, value] as const] : [];
        });
        const reference = request.query[`metadata[${referenceField}]`];
        const candidates = reference === undefined ? state.orders.all() : ordersNamed(reference);
        const found = candidates.filter((order) => wanted.every(([field, value]) => order.metadata[field] === value));
        return pageOf(found, request.query, reply, wireOrder);
      });
      app.get<{ Params: { id: string } }>("/api/payment_orders/:id", (request, reply) => {
        const order = state.orders.get(request.params.id);
        return order ? reply.send(wireOrder(order)) : notFound(reply);
      });

      app.get<{ Querystring: Query }>("/api/returns", (request, reply) => {
        const { returnable_id: orderId } = request.query;
        const found = state.returns.all().filter((one) => !orderId || one.orderId === orderId);
        return pageOf(found, request.query, reply, returnOnWire);
      });
      app.get<{ Params: { id: string } }>("/api/returns/:id", (request, reply) => {
        const back = state.returns.get(request.params.id);
        return back ? reply.send(returnOnWire(back)) : notFound(reply);
      });

      app.get<{ Querystring: Query }>("/api/transactions", (request, reply) => {
        const { internal_account_id: account, as_of_date_start: from, as_of_date_end: to } = request.query;
        const found = state.lines
          .all()
          .filter((line) => !account || line.internalAccountId === account)
          .filter((line) => (!from || line.asOfDate >= from) && (!to || line.asOfDate <= to));
        return pageOf(found, request.query, reply, lineOnWire);
      });
      app.get<{ Querystring: Query }>("/api/transaction_line_items", (request, reply) => {
        const line = state.lines.get(request.query["transaction_id"] ?? "");
        return reply.send(line?.matches ? [lineItemOnWire(line, line.matches)] : []);
      });
      app.get<{ Params: { id: string } }>("/api/internal_accounts/:id/balance_reports/latest", (request, reply) => {
        const account = internalAccounts.find(({ id }) => id === request.params.id);
        return account ? reply.send(currentBalance(state, account.id, ground.clocks.common())) : notFound(reply);
      });
      app.get<{ Params: { id: string }; Querystring: Query }>(
        "/api/internal_accounts/:id/balance_reports",
        (request, reply) => {
          const account = internalAccounts.find(({ id }) => id === request.params.id);
          if (!account) return notFound(reply);
          const { balance_report_type: type, as_of_date: day } = request.query;
          const today = ground.clocks.common();
          const found = [...closingBalances(state, account.id, today), currentBalance(state, account.id, today)];
          const asked = found
            .filter((report) => !type || report.balance_report_type === type)
            .filter((report) => !day || report.as_of_date === day);
          return pageOf(asked, request.query, reply, (report) => report);
        },
      );

      // Sandbox routes that the vendor does not have: set the webhook endpoint, decide about the debits of a product, and add, change or
      // delete a line of the bank.
      app.put<{ Params: { product: string }; Body: SimulatedDebits }>(
        "/simulated_debits/:product",
        { schema: { body: simulatedDebits } },
        (request, reply) => {
          const { outcome, until } = request.body;
          state.simulatedDebits.put(request.params.product, { outcome, until });
          return reply.send({ outcome, until });
        },
      );
      app.put<{ Body: { url: string } }>("/webhook_endpoint", (request, reply) => {
        state.endpoint.put("url", { url: request.body.url });
        return reply.send({ url: request.body.url });
      });
      app.post<{ Body: LineBody }>("/bank_lines", (request, reply) => {
        const { internal_account_id: internalAccountId, payment_order_id: orderId, ...line } = request.body;
        const { direction, amount, description, world } = line;
        const matches = orderId ? { type: "payment_order" as const, id: orderId } : null;
        return reply.send(
          lineOnWire(life.addedLine({ world, internalAccountId, direction, amount, description, matches })),
        );
      });
      app.put<{ Params: { id: string }; Body: Partial<LineBody> }>("/bank_lines/:id", (request, reply) => {
        const line = state.lines.get(request.params.id);
        if (!line) return notFound(reply);
        const { internal_account_id: internalAccountId = line.internalAccountId } = request.body;
        const { direction = line.direction, amount = line.amount } = request.body;
        state.lines.put(line.id, { ...line, internalAccountId, direction, amount });
        return reply.send({});
      });
      app.delete<{ Params: { id: string } }>("/bank_lines/:id", (request, reply) => {
        state.lines.drop(request.params.id);
        return reply.send({});
      });
    },
  };

  /** A POST whose response is stored by its idempotency key and returned again. */
  function once<B>(app: FastifyInstance, path: string, answerTo: (body: B, key: string | null) => Answer) {
    app.post(path, async (request, reply) => {
      const key = keyOf(request);
      const question = `${path} ${JSON.stringify(request.body)}`;
      const stored = key ? state.keys.get(key) : undefined;
      if (key && stored && !ground.faults.strikes(vendorName, "keys-forgotten", `POST ${path} ${key}`, null)) {
        const isSame = stored.question === question;
        return send(
          reply,
          isSame ? { status: 201, body: stored.body } : refusal(422, "The key was used for another request."),
        );
      }
      const answer = answerTo(request.body as B, key);
      if (key && answer.status === 201) state.keys.put(key, { question, body: answer.body });
      if (!answer.isLost) return send(reply, answer);
      await ground.store.saved();
      return reply.hijack();
    });
  }

  function isOut(key: string | null, world: string): boolean {
    const since = ground.store.collection<{ at: string }>("modern-treasury outages");
    const now = ground.clocks.now(world);
    const began = since.get(key ?? "");
    if (!began) since.put(key ?? "", { at: now.toISOString() });
    return !began || now.getTime() < new Date(began.at).getTime() + outageHours * 3_600_000;
  }

  function whyNotAccept(body: OrderBody): [string, string] | null {
    const { amount = 0, statement_descriptor: descriptor = "" } = body;
    if (!Number.isInteger(amount) || amount <= 0) return ["amount", "amount must be a positive integer"];
    if (amountScenarioOf(amount, descriptor) === "is refused")
      return ["amount", "amount is over what the account may move"];
    if (body.type !== "ach" && body.type !== "book") return ["type", "the sandbox supports only ach and book"];
    if (!["debit", "credit"].includes(body.direction ?? "")) return ["direction", "direction must be debit or credit"];
    if (!["CCD", "PPD", "WEB"].includes(body.subtype ?? "CCD")) return ["subtype", "subtype is not an SEC code in use"];
    if (descriptor.length > 10) return ["statement_descriptor", "statement_descriptor has more than 10 characters"];
    if (!internalAccounts.some(({ id }) => id === body.originating_account_id))
      return ["originating_account_id", "originating_account_id is not an internal account"];
    const receiver = body.receiving_account_id ?? "";
    if (body.type === "book") {
      if (body.direction !== "credit") return ["direction", "a book transfer is a credit"];
      if (receiver === body.originating_account_id || !internalAccounts.some(({ id }) => id === receiver))
        return ["receiving_account_id", "receiving_account_id is not another internal account"];
    } else if (!state.externalAccounts.get(receiver))
      return ["receiving_account_id", "receiving_account_id is not an external account"];
    if (body.effective_date && !/^\d{4}-\d\d-\d\d$/.test(body.effective_date))
      return ["effective_date", "effective_date is not a date"];
    return null;
  }

  function orderFrom(body: OrderBody, world: string): Order {
    const now = ground.clocks.now(world);
    const priority = body.priority ?? "normal";
    const { settlesOn } = settlementOf(now, body.effective_date ?? null, { priority, amount: body.amount ?? 0 });
    const receivingAccountId = body.receiving_account_id ?? "";
    return {
      id: randomUUID(),
      world,
      type: body.type === "book" ? "book" : "ach",
      status: "approved",
      priority,
      effectiveDate: settlesOn,
      receivingAccountId,
      amount: body.amount ?? 0,
      direction: body.direction ?? "debit",
      subtype: body.subtype ?? null,
      statementDescriptor: body.statement_descriptor ?? null,
      originatingAccountId: body.originating_account_id ?? "",
      counterpartyId: state.externalAccounts.get(receivingAccountId)?.counterpartyId ?? null,
      metadata: body.metadata ?? {},
      transactionIds: [],
      returnId: null,
      failureReason: null,
      simulated: null,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    };
  }
}

const keyOf = (request: FastifyRequest): string | null => {
  const key = request.headers["idempotency-key"];
  return typeof key === "string" ? key : null;
};

function accountFrom(body: AccountBody, holder: string): ExternalAccount | null {
  const accountNumber = body.account_details?.[0]?.account_number;
  const routing = body.routing_details?.[0];
  if (!accountNumber || !/^\d{4,17}$/.test(accountNumber) || !/^\d{9}$/.test(routing?.routing_number ?? ""))
    return null;
  return {
    id: randomUUID(),
    counterpartyId: body.counterparty_id ?? "",
    externalId: body.external_id ?? null,
    partyName: body.party_name ?? holder,
    partyType: body.party_type ?? null,
    accountType: body.account_type ?? "checking",
    accountNumber,
    routingNumber: routing?.routing_number ?? "",
    createdAt: new Date().toISOString(),
  };
}

const refusal = (status: number, message: string, parameter?: string): Answer => ({
  status,
  body: { errors: { code: status === 422 ? "parameter_invalid" : "error", message, ...(parameter && { parameter }) } },
});
const send = (reply: FastifyReply, { status, body }: Answer) => reply.code(status).send(body);
const notFound = (reply: FastifyReply) => send(reply, refusal(404, "The resource was not found."));

/** Newest first, in pages. The next page begins after the cursor. */
function pageOf<T extends { id: string }>(found: T[], query: Query, reply: FastifyReply, onWire: (one: T) => unknown) {
  const size = Math.min(100, Number(query["per_page"] ?? 25));
  const rows = found.toReversed();
  const start = query["after_cursor"] ? rows.findIndex(({ id }) => id === query["after_cursor"]) + 1 : 0;
  const rowsHere = rows.slice(start, start + size);
  const last = rowsHere.at(-1);
  reply.header("x-per-page", String(size));
  if (last && start + size < rows.length) reply.header("x-after-cursor", last.id);
  return reply.send(rowsHere.map(onWire));
}

/** The number of past days whose closing balance the bank reports. */
const reportedDays = 30;
const dayMs = 86_400_000;

const currentBalance = (state: State, accountId: string, today: Date) =>
  balanceReport(state, accountId, { type: "real_time", asOf: dayOf(today.getTime()), balanceType: "current_ledger" });

/** The closing balances of the days before today, oldest first. */
function closingBalances(state: State, accountId: string, today: Date) {
  const days = Array.from({ length: reportedDays }, (_, n) => dayOf(today.getTime() - (reportedDays - n) * dayMs));
  return days.map((asOf) =>
    balanceReport(state, accountId, { type: "previous_day", asOf, balanceType: "closing_ledger" }),
  );
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

type Reported = { type: "real_time" | "previous_day"; asOf: string; balanceType: "current_ledger" | "closing_ledger" };

function balanceReport(state: State, accountId: string, { type, asOf, balanceType }: Reported) {
  const lines = state.lines
    .all()
    .filter((line) => line.internalAccountId === accountId && (type === "real_time" || line.asOfDate <= asOf));
  const amount = lines.reduce((sum, line) => sum + (line.direction === "credit" ? line.amount : -line.amount), 0);
  const at = new Date().toISOString();
  const head = { id: `${accountId}-${type}-${asOf}`, live_mode: false, created_at: at, updated_at: at };
  const balance = {
    ...head,
    object: "balance",
    amount,
    currency: "USD",
    balance_type: balanceType,
    as_of_date: asOf,
    as_of_time: null,
    value_date: null,
    vendor_code: "015",
    vendor_code_type: "bai2",
  };
  return {
    ...head,
    object: "balance_report",
    as_of_date: asOf,
    as_of_time: null,
    balance_report_type: type,
    internal_account_id: accountId,
    balances: [balance],
  };
}
