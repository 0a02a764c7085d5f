import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { type Answer, ask } from "../../ask.ts";
import { refuseUnsigned } from "../../timed-signature.ts";
import {
  type Accounting,
  AccountingNotConnected,
  AccountingRefused,
  type AccountingTransaction,
  AccountingUnavailable,
} from "../port.ts";
import type { RailzSettings } from "./config.ts";
import {
  accountingDataFrom,
  connectionsFrom,
  ratiosFrom,
  tokenIn,
  transactionsFrom,
  webhookFrom,
} from "./translate.ts";

/** A token is valid for an hour. It is replaced before its last minutes. */
const tokenKeptMs = 50 * 60_000;
const pageSize = 100;
const sandboxLogin = { serviceName: "quickbooks", user: "anybody", password: "anything", companyId: "bakery" };

export function railzAccounting(settings: RailzSettings, timeoutMs = 15_000): Accounting {
  let kept: { token: string; until: number } | null = null;

  const send = async (url: string, init: RequestInit): Promise<Answer> => {
    const answer = await ask(url, timeoutMs, init).catch((cause) => {
      throw new AccountingUnavailable("the vendor did not answer", { cause });
    });
    const { status } = answer;
    if (status === 403 || status === 429 || status >= 500)
      throw new AccountingUnavailable(`the vendor answered ${status}`);
    return answer;
  };
  const token = async (): Promise<string> => {
    if (kept && kept.until > Date.now()) return kept.token;
    const pair = Buffer.from(`${settings.RAILZ_CLIENT_ID}:${settings.RAILZ_SECRET}`).toString("base64");
    const { body } = await send(`${settings.RAILZ_AUTH_URL}/getAccess`, {
      headers: { authorization: `Basic ${pair}` },
    });
    kept = { token: tokenIn(body), until: Date.now() + tokenKeptMs };
    return kept.token;
  };
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    for (let tries = 1; tries <= 2; tries++) {
      const authorization = `Bearer ${await token()}`;
      const answer = await send(`${settings.RAILZ_URL}${path}`, {
        method,
        headers: { authorization, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (answer.status !== 401) return answer;
      // A token may be revoked before its hour is over.
      kept = null;
    }
    throw new AccountingUnavailable("the vendor does not accept our credentials");
  };
  const read = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const { status, body } = await call("GET", `${path}?${new URLSearchParams(query)}`);
    if (status !== 200) throw new AccountingRefused(`the vendor answered ${status}`);
    return body;
  };

  // Our business id is the business's name at the vendor.
  const connections = async (businessId: string) => {
    const { status, body } = await call("GET", `/connections?${new URLSearchParams({ businessName: businessId })}`);
    if (status === 404) return [];
    if (status !== 200) throw new AccountingRefused(`the vendor answered ${status}`);
    return connectionsFrom(body);
  };
  /** Data of a lost connection stays readable. The vendor lists the newest connection first. */
  const connected = async (businessId: string) => {
    const known = (await connections(businessId)).filter(({ state }) => state !== "PENDING");
    const found = known.find(({ state }) => state === "ACTIVE") ?? known[0];
    if (!found) throw new AccountingNotConnected("the business has no accounting connection");
    return { businessName: businessId, serviceName: found.service };
  };
  const reports = async (businessId: string, from: BusinessDate, to: BusinessDate) => ({
    ...(await connected(businessId)),
    startDate: from,
    endDate: to,
    reportFrequency: "month",
  });

  const introduce = async (businessId: string) => {
    const { status } = await call("POST", "/businesses", { businessName: businessId });
    // An existing business (409) is as good as a new one.
    if (![200, 201, 409].includes(status)) throw new AccountingRefused(`the vendor answered ${status}`);
  };

  return {
    connections,
    openAuthorization: async ({ businessId, language, parentOrigin, returnUrl }) => {
      await introduce(businessId);
      const url = new URL(settings.RAILZ_CONNECT_URL);
      const query = { widgetId: settings.RAILZ_WIDGET_ID, businessName: businessId, language, origin: parentOrigin };
      for (const [name, value] of Object.entries({ ...query, ...(returnUrl && { redirectUrl: returnUrl }) }))
        url.searchParams.set(name, value);
      return url.href;
    },
    accountingData: async (businessId, from, to) => {
      const query = await reports(businessId, from, to);
      const [income, balance, cashFlow] = await Promise.all([
        read("/incomeStatements", query),
        read("/balanceSheets", query),
        read("/cashflowStatements", query),
      ]);
      return accountingDataFrom({ income, balance, cashFlow });
    },
    ratios: async (businessId, from, to) =>
      ratiosFrom(await read("/financialRatios", await reports(businessId, from, to))),
    transactions: async (businessId, from, to) => {
      const { reportFrequency: _, ...query } = await reports(businessId, from, to);
      const all: AccountingTransaction[] = [];
      for (;;) {
        const where = { ...query, orderBy: "postedDate", offset: String(all.length), limit: String(pageSize) };
        const { transactions, count } = transactionsFrom(await read("/accountingTransactions", where));
        all.push(...transactions);
        if (all.length >= count || transactions.length === 0) return all;
      }
    },
    disconnect: async (businessId) => {
      for (const { service, state } of await connections(businessId)) {
        if (state === "LOST") continue;
        await call("PUT", "/connections/disconnect", { businessName: businessId, serviceName: service });
      }
    },
    simulateAuthorization: async (businessId) => {
      await introduce(businessId);
      // The request that the vendor's page sends when a person allows the access. The vendor's API has no call for it.
      const allowed = { businessName: businessId, ...sandboxLogin };
      const { status } = await send(`${settings.RAILZ_CONNECT_URL}/allow`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(allowed),
      });
      if (status !== 200) throw new AccountingRefused(`the page answered ${status}`);
    },
    readWebhook: (webhookRequest, now) => {
      const secret = settings.RAILZ_WEBHOOK_SECRET;
      refuseUnsigned(webhookRequest, now, { header: "railz-signature", label: "v", unitMs: 1, secret });
      return webhookFrom(webhookRequest.body);
    },
  };
}
