import { randomUUID } from "node:crypto";
import { rightCoOwner } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { InjectOptions } from "fastify";
import { inScope } from "../db/scope.ts";
import { type Answered, sendTo, type TestServer } from "../http/server.fixture.ts";
import { deliverEmail } from "../notifications/public.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import type { EmailMessage } from "../providers/email/port.ts";
import { invitationEmail } from "./public.ts";

export const coOwnersExchange = "/api/invitation-tokens/v1/secondary-owners/exchange";
export const businessExchange = "/api/invitation-tokens/v1/businesses/exchange";

/** Creates and delivers every pending invitation email of a business, as the worker would. */
export async function deliverInvitations(
  { app, database }: TestServer,
  { platform, id }: Pick<Applicant, "platform" | "id">,
): Promise<EmailMessage[]> {
  const scope = { platformId: platform.id, businessId: "whole platform" } as const;
  const { rows: events } = await database.admin.query(
    "update app.event set handled_at = now() where business_id = $1 and kind = 'invitation.made' and handled_at is null returning body",
    [id],
  );
  for (const { body } of events) {
    const write = await invitationEmail(app, { platformId: platform.id, businessId: id, body });
    await inScope(app.pool, scope, write);
  }
  const { rows: queued } = await database.admin.query(
    "select id from app.email where business_id = $1 and sent_at is null and key like 'invitation/%' order by id",
    [id],
  );
  const emails: EmailMessage[] = [];
  const emailSender = { send: async (message: EmailMessage) => void emails.push(message), close: () => {} };
  for (const row of queued)
    await deliverEmail(app, emailSender, { platformId: platform.id, businessId: id, id: row.id });
  return emails;
}

export const tokenIn = (message: EmailMessage | undefined): string =>
  new URL(/https?:\/\/\S+invite=\S+/.exec(message?.text ?? "")?.[0] ?? "http://none").searchParams.get("invite") ?? "";

export const exchange = (server: TestServer, token: string, url = coOwnersExchange, headers: object = {}) =>
  sendTo(server.fastify, { method: "POST", url, headers: { invitetoken: token, ...headers } });

export type Guest = { userIndex: number; as(options: InjectOptions): Promise<Answered> };

/** Exchanges the token and returns a signed-in client. */
export async function enter(server: TestServer, token: string, url = coOwnersExchange): Promise<Guest> {
  const answer = await exchange(server, token, url);
  if (answer.status !== 200) throw new Error(`invitation not accepted: ${answer.text}`);
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  const origin = new URL(server.app.config.PORTAL_URL).origin;
  const userIndex = Number(answer.body["userIndex"]);
  return {
    userIndex,
    as: (options) =>
      sendTo(server.fastify, {
        ...options,
        headers: { cookie, origin, "user-index": String(userIndex), ...options.headers },
      }),
  };
}

export const nameCoOwner = async (applicant: Applicant, details: object = {}): Promise<string> => {
  const payload = { ...rightCoOwner, email: `${randomUUID()}@owner.test`, ownershipPercentage: 25, ...details };
  const named = await applicant.as({ method: "POST", url: "/api/v2/workflow/secondary-owners", payload });
  if (named.status !== 200) throw new Error(named.text);
  return String(named.body["id"]);
};

/** A business whose primary owner has consented, with its co-owners and the invitation emails they received. */
export async function invitedCoOwners(
  server: TestServer,
  count: number,
  settings: Partial<PlatformSettings> = {},
): Promise<{ applicant: Applicant; ownerIds: string[]; tokens: string[]; emails: EmailMessage[] }> {
  const applicant = await applicantAtConsent(server, { settings });
  const ownerIds: string[] = [];
  for (let n = 0; n < count; n++) ownerIds.push(await nameCoOwner(applicant, { firstName: `Luis${"ABCD"[n]}` }));
  const agreed = await agree(applicant);
  if (agreed.status !== 200) throw new Error(agreed.text);
  const emails = await deliverInvitations(server, applicant);
  return { applicant, ownerIds, emails, tokens: emails.map(tokenIn) };
}
