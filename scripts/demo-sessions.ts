import type { Customer } from "../apps/demo-platform/src/customers.ts";
import type { PortalSession } from "../apps/portal/src/shared/session/portal-session.tsx";
import type { Call } from "../packages/contracts/src/call.ts";
import {
  exchangeBusinessInvitation,
  exchangeCoOwnerInvitation,
  renewInvitation,
} from "../packages/contracts/src/calls/invitations.ts";
import { exchangeConnectToken } from "../packages/contracts/src/calls/people.ts";
import { until } from "./processes.ts";

export type DemoAddresses = {
  apiUrl: string;
  portalUrl: string;
  demoUrl: string;
  sandboxUrl: string;
  secretKey: string;
};

type Ask = PortalSession["ask"];

/** Opens the portal on the demo platform's page as a user of the customer, and returns a function that makes the portal's calls. */
export async function signIn({ apiUrl, demoUrl }: DemoAddresses, { id }: Customer): Promise<Ask> {
  const opened = await fetch(new URL("/financing-session", demoUrl), {
    method: "POST",
    headers: { cookie: `larkspur-customer=${id}` },
  });
  if (!opened.ok) throw new Error(`the demo platform answered ${opened.status}: ${await opened.text()}`);
  const connectToken = await opened.text();
  const { sessionToken } = await askWith(apiUrl, {})(exchangeConnectToken, { body: { connectToken } });
  return askWith(apiUrl, { authorization: `Bearer ${sessionToken}` });
}

/** Opens the newest link that a co-owner was sent. A link that an interrupted run has used is replaced by a new one. */
export async function enterAsCoOwner({ apiUrl, portalUrl, sandboxUrl }: DemoAddresses, email: string): Promise<Ask> {
  const opened = new Set<string>();
  const session: { ask?: Ask } = {};
  await until(`${email} opens an invitation`, async () => {
    const inbox = new URL(`/inbox.json?${new URLSearchParams({ to: email })}`, sandboxUrl);
    const { emails } = await send<{ emails: { text: string; caughtAt: string }[] }>(inbox, {});
    const invitetoken = emails
      .toSorted((a, b) => b.caughtAt.localeCompare(a.caughtAt))
      .flatMap(({ text }) => /[?&]invite=([^\s&]+)/.exec(text)?.[1] ?? [])[0];
    if (!invitetoken || opened.has(invitetoken)) return false;
    opened.add(invitetoken);
    const origin = new URL(portalUrl).origin;
    const post = (path: string) =>
      fetch(new URL(path, apiUrl), {
        method: "POST",
        headers: { invitetoken: decodeURIComponent(invitetoken), origin },
      });
    // A person who has begun is sent the link of a user in place of an owner's.
    const exchange = invitetoken.startsWith("invite_business_")
      ? exchangeBusinessInvitation
      : exchangeCoOwnerInvitation;
    const exchanged = await post(exchange.path);
    if (exchanged.ok) {
      const { userIndex } = (await exchanged.json()) as { userIndex: number };
      const cookie = exchanged.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      session.ask = askWith(apiUrl, { cookie, origin, "user-index": String(userIndex) });
    } else await post(renewInvitation.path);
    return session.ask !== undefined;
  });
  if (!session.ask) throw new Error(`${email} has no session`);
  return session.ask;
}

const askWith =
  (apiUrl: string, headers: Record<string, string>): Ask =>
  (call, parts) => {
    const { params = {}, body } = parts as { params?: Record<string, string>; body?: object };
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    return send(new URL(path, apiUrl), {
      method: call.method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  };

export async function send<T>(url: URL, init: RequestInit & { method?: Call["method"] }): Promise<T> {
  const response = await fetch(url, init);
  if (!response.ok)
    throw new Error(`${init.method ?? "GET"} ${url.pathname} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
