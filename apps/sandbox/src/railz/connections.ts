import { randomUUID } from "node:crypto";
import { addDays, type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Ground, Vendor } from "../world/ground.ts";
import { accountingDataOf } from "./accounting-data.ts";
import { companyNamed, fateOf } from "./scenarios.ts";

export const vendorName = "railz";

export type Connection = {
  id: string;
  /** Inlay's id of the business. It is the vendor's name for the business, and its world. */
  businessName: string;
  serviceName: string;
  companyId: string;
  status: "active" | "disconnected" | "expired";
  /** The data is current until this time. Null means now. */
  readUntil: string | null;
  isSynced: boolean;
  /** The first day of the accounting data. */
  beginOn: BusinessDate;
  createdAt: string;
};

export type Connections = ReturnType<typeof openConnections>;

const dayMs = 86_400_000;
/** As long as the bank history, so that both agree. */
const historyDays = 730;
const cacheSize = 20;

export function openConnections({ store, clocks, agenda, webhooks }: Ground, webhookUrl: string | null) {
  const businesses = store.collection<{ businessName: string; uuid: string; createdAt: string }>("railz-businesses");
  const collection = store.collection<Connection>("railz-connections");

  // Cached, because each of the reports needs all of it.
  const cache = new Map<string, ReturnType<typeof accountingDataOf>>();

  const sendWebhook = (connection: Connection, event: string, rest: object = {}) => {
    if (!webhookUrl) return;
    const { id, businessName, serviceName } = connection;
    const data = { event, connectionId: id, connectionUuid: id, businessName, serviceName, sandbox: true, ...rest };
    const body = JSON.stringify({ data, requestId: randomUUID() });
    webhooks.send({ vendor: vendorName, world: businessName, url: webhookUrl, body });
  };
  const change = (connection: Connection, changes: Partial<Connection>): Connection => {
    const changed = { ...connection, ...changes };
    collection.put(connection.id, changed);
    return changed;
  };
  const nowIn = (businessName: string) => clocks.now(businessName);
  const end = (connection: Connection, status: "disconnected" | "expired", at = nowIn(connection.businessName)) => {
    if (connection.status !== "active") return;
    const readUntil = at.toISOString();
    sendWebhook(change(connection, { status, readUntil }), "connectionStatus", { status });
  };
  const sync = (connection: Connection) => {
    const requests = ["incomeStatements", "balanceSheets", "cashflowStatements", "accountingTransactions"];
    sendWebhook(change(connection, { isSynced: true }), "data", {
      requests: requests.map((request) => ({ id: randomUUID(), request, reportFrequency: "month", status: "success" })),
    });
  };
  const named = (businessName: string) =>
    collection
      .all()
      .filter((one) => one.businessName === businessName)
      .reverse();

  return {
    named,
    /** Null when the business exists. */
    addBusiness: (businessName: string) => {
      if (businesses.get(businessName)) return null;
      const made = { businessName, uuid: `BIZ-${randomUUID()}`, createdAt: new Date().toISOString() };
      businesses.put(businessName, made);
      return made;
    },
    isKnown: (businessName: string) => businesses.get(businessName) !== undefined,
    /** A business has one connection at a time: a new one ends the previous one. */
    connect: (businessName: string, serviceName: string, companyId: string, user: string): Connection => {
      for (const earlier of named(businessName)) end(earlier, "disconnected");
      const now = nowIn(businessName);
      const connection: Connection = {
        id: `CON-${randomUUID()}`,
        businessName,
        serviceName,
        companyId,
        status: "active",
        readUntil: null,
        isSynced: false,
        beginOn: addDays(dateAt(now), -historyDays),
        createdAt: now.toISOString(),
      };
      collection.put(connection.id, connection);
      sendWebhook(connection, "auth");
      const plan = (what: string, days: number) => {
        const at = new Date(now.getTime() + days * dayMs);
        agenda.plan({ vendor: vendorName, world: businessName, at, what, subject: connection.id });
      };
      const fate = fateOf(user);
      if (fate === "slow") plan("sync", 1 / 24);
      else sync(connection);
      if (fate === "expires") plan("expire", 3);
      return collection.get(connection.id) ?? connection;
    },
    disconnect: (connection: Connection) => end(connection, "disconnected"),
    /** The data that the vendor has read. */
    accountingDataOf: (connection: Connection) => {
      const company = companyNamed(connection.companyId);
      if (!company || !connection.isSynced) return null;
      const now = connection.readUntil ? new Date(connection.readUntil) : nowIn(connection.businessName);
      const key = `${company.id} ${connection.beginOn} ${dateAt(now)}`;
      const accounting = cache.get(key) ?? accountingDataOf(company.business, connection.beginOn, dateAt(now));
      cache.set(key, accounting);
      for (const oldest of cache.keys()) if (cache.size > cacheSize) cache.delete(oldest);
      return accounting;
    },
    happens: {
      sync: (id) => {
        const connection = collection.get(id);
        if (connection) sync(connection);
      },
      expire: (id, at) => {
        const connection = collection.get(id);
        if (connection) end(connection, "expired", at);
      },
    } satisfies Vendor["happens"],
  };
}
