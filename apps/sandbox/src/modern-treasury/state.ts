import type { Collection, Store } from "../world/store.ts";

type Metadata = Record<string, string>;

export type Counterparty = {
  id: string;
  name: string | null;
  externalId: string | null;
  metadata: Metadata;
  createdAt: string;
};

export type ExternalAccount = {
  id: string;
  counterpartyId: string;
  externalId: string | null;
  partyName: string;
  partyType: "business" | "individual" | null;
  accountType: string;
  accountNumber: string;
  routingNumber: string;
  createdAt: string;
};

export type OrderStatus = "approved" | "held" | "processing" | "sent" | "completed" | "failed" | "returned";

export type Order = {
  id: string;
  world: string;
  /** A book transfer moves money between two internal accounts. */
  type: "ach" | "book";
  amount: number;
  direction: "debit" | "credit";
  status: OrderStatus;
  priority: "high" | "normal";
  subtype: string | null;
  statementDescriptor: string | null;
  effectiveDate: string;
  originatingAccountId: string;
  receivingAccountId: string;
  counterpartyId: string | null;
  metadata: Metadata;
  transactionIds: string[];
  returnId: string | null;
  failureReason: string | null;
  /** What a simulation has decided about it when it settled. */
  simulated: SimulatedOutcome | null;
  createdAt: string;
  updatedAt: string;
};

export type SimulatedOutcome = "PAID" | "RETURNED";
/** What becomes of the debits of a product that settle until a day, whatever their account and amount say. */
export type SimulatedDebits = { outcome: SimulatedOutcome; until: string };

export type Return = {
  id: string;
  orderId: string;
  world: string;
  type: "ach" | "ach_noc";
  code: string;
  amount: number;
  reason: string;
  additionalInformation: string | null;
  corrections: Record<string, string> | null;
  internalAccountId: string;
  transactionId: string | null;
  at: string;
};

/** A line of the bank's statement. */
export type BankLine = {
  id: string;
  world: string;
  internalAccountId: string;
  /** From the view of our account: a credit is incoming. */
  direction: "debit" | "credit";
  amount: number;
  asOfDate: string;
  description: string;
  matches: { type: "payment_order" | "return"; id: string } | null;
  at: string;
};

/** A response that is returned again for the same idempotency key. */
export type StoredAnswer = { question: string; body: unknown };

export type State = {
  counterparties: Collection<Counterparty>;
  externalAccounts: Collection<ExternalAccount>;
  orders: Collection<Order>;
  returns: Collection<Return>;
  lines: Collection<BankLine>;
  keys: Collection<StoredAnswer>;
  /** By the id of the product. */
  simulatedDebits: Collection<SimulatedDebits>;
  /** The webhook endpoint. */
  endpoint: Collection<{ url: string }>;
};

export const stateOf = (store: Store): State => ({
  counterparties: store.collection("modern-treasury counterparties"),
  externalAccounts: store.collection("modern-treasury external accounts"),
  orders: store.collection("modern-treasury orders"),
  returns: store.collection("modern-treasury returns"),
  lines: store.collection("modern-treasury bank lines"),
  keys: store.collection("modern-treasury keys"),
  simulatedDebits: store.collection("modern-treasury simulated debits"),
  endpoint: store.collection("modern-treasury endpoint"),
});

/** The organization's accounts at its bank, one per book. */
export const internalAccounts = [
  { id: "0d000000-0000-4000-8000-000000000001", name: "CONCAR_SPV_1" },
  { id: "0d000000-0000-4000-8000-000000000002", name: "EQUITY" },
  { id: "0d000000-0000-4000-8000-000000000003", name: "OPCO" },
] as const;
