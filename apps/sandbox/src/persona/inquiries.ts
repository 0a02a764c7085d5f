import { randomBytes } from "node:crypto";
import type { Ground, Vendor } from "../world/ground.ts";
import { type Ending, endingOf, isBroken, isExpired } from "./scenarios.ts";

export const vendorName = "persona";

export type Status =
  | "created"
  | "pending"
  | "completed"
  | "approved"
  | "declined"
  | "needs_review"
  | "failed"
  | "expired";

export type Inquiry = {
  id: string;
  world: string;
  reference: string | null;
  templateId: string;
  status: Status;
  fields: Record<string, string>;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  failedAt: string | null;
  reviewedAt: string | null;
  decisionedAt: string | null;
  expiredAt: string | null;
  redactedAt: string | null;
};

/** A person's access to an inquiry: with a session token, or once with the code of a one-time link. */
type Session = { token: string; inquiryId: string; code: string | null; isSpent: boolean };

export class Refused extends Error {
  readonly status: number;
  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

export type Inquiries = ReturnType<typeof openInquiries>;

const hourMs = 3_600_000;
const finished: readonly Status[] = ["completed", "approved", "declined", "needs_review", "failed"];

export function openInquiries({ store, clocks, agenda, webhooks }: Ground, webhookUrl: string | null) {
  const collection = store.collection<Inquiry>("persona-inquiries");
  const sessions = store.collection<Session>("persona-sessions");
  const keys = store.collection<{ inquiryId: string }>("persona-keys");

  const find = (id: string): Inquiry => {
    const inquiry = collection.get(id);
    if (!inquiry) throw new Refused(404, "Record not found");
    return inquiry;
  };
  const sendWebhook = (inquiry: Inquiry, name: string) => {
    if (!webhookUrl) return;
    const body = {
      data: {
        type: "event",
        id: `evt_${randomBytes(12).toString("hex")}`,
        attributes: {
          name: `inquiry.${name}`,
          payload: inquiryOnWire(inquiry),
          "created-at": clocks.now(inquiry.world).toISOString(),
          "redacted-at": null,
        },
      },
    };
    webhooks.send({ vendor: vendorName, world: inquiry.world, url: webhookUrl, body: JSON.stringify(body) });
  };
  const change = (id: string, changes: Partial<Inquiry>, name: string): Inquiry => {
    const changed = { ...find(id), ...changes };
    collection.put(id, changed);
    sendWebhook(changed, name);
    return changed;
  };
  const nowIn = ({ world }: Inquiry) => clocks.now(world).toISOString();
  const newSession = (inquiryId: string, code: string | null): Session => {
    const session = { token: randomBytes(24).toString("base64url"), inquiryId, code, isSpent: false };
    sessions.put(session.token, session);
    return session;
  };
  const approve = (id: string, at: Date) => {
    if (finished.includes(find(id).status))
      change(id, { status: "approved", decisionedAt: at.toISOString() }, "approved");
  };

  return {
    find,
    create: (key: string | null, asked: Pick<Inquiry, "reference" | "templateId" | "fields">): Inquiry => {
      const earlier = key ? keys.get(key) : undefined;
      if (earlier) return find(earlier.inquiryId);
      const id = `inq_${randomBytes(12).toString("hex")}`;
      // The API's reference begins with the business's id.
      const world = asked.reference?.split("_")[0] ?? id;
      const status = isExpired(asked.fields["name-last"] ?? "") ? "expired" : "created";
      const inquiry: Inquiry = {
        ...asked,
        id,
        world,
        status,
        createdAt: clocks.now(world).toISOString(),
        startedAt: null,
        completedAt: null,
        failedAt: null,
        reviewedAt: null,
        decisionedAt: null,
        redactedAt: null,
        expiredAt: status === "expired" ? clocks.now(world).toISOString() : null,
      };
      collection.put(id, inquiry);
      if (key) keys.put(key, { inquiryId: id });
      sendWebhook(inquiry, "created");
      return inquiry;
    },
    /** A new token for an unfinished inquiry. An expired inquiry becomes pending again, unless this is its first token. */
    resume: (id: string): Session => {
      const inquiry = find(id);
      if (finished.includes(inquiry.status)) throw new Refused(409, "Inquiry has already been completed");
      // The first token is created right after the inquiry; in the expired scenario it stays expired.
      const isSecond = sessions.all().some(({ inquiryId }) => inquiryId === id);
      if (inquiry.status === "expired" && isSecond) change(id, { status: "pending", expiredAt: null }, "started");
      return newSession(id, null);
    },
    oneTimeCode: (id: string): string => {
      if (finished.includes(find(id).status)) throw new Refused(409, "Inquiry has already been completed");
      const code = randomBytes(16).toString("base64url");
      newSession(id, code);
      return code;
    },
    redact: (id: string): Inquiry => change(id, { fields: {}, redactedAt: nowIn(find(id)) }, "redacted"),

    /** The inquiry of this token or code. A code is valid once. */
    enter: (asked: { sessionToken?: string | undefined; code?: string | undefined }): Inquiry & { token: string } => {
      const session = asked.code
        ? sessions.all().find(({ code }) => code === asked.code)
        : sessions.get(asked.sessionToken ?? "");
      if (!session || (asked.code && session.isSpent)) throw new Refused(401, "Session expired");
      if (asked.code) sessions.put(session.token, { ...session, isSpent: true });
      const inquiry = find(session.inquiryId);
      if (isBroken(inquiry.fields["name-last"] ?? "")) throw new Refused(500, "Inquiry could not be loaded");
      return { ...inquiry, token: session.token };
    },
    begin: (id: string): void => {
      const inquiry = find(id);
      if (inquiry.status === "created") change(id, { status: "pending", startedAt: nowIn(inquiry) }, "started");
    },
    /** The person has submitted the pictures; the scenario decides what follows. */
    submit: (id: string, chosen: Ending | null): Inquiry => {
      const inquiry = find(id);
      if (inquiry.status !== "pending") throw new Refused(409, "Inquiry is not open");
      const byName = endingOf(inquiry.fields["name-last"] ?? "");
      const ending = byName === "pass" ? (chosen ?? "pass") : byName;
      const now = clocks.now(inquiry.world);
      const at = now.toISOString();
      if (ending === "fail") return change(id, { status: "failed", failedAt: at }, "failed");
      change(id, { status: "completed", completedAt: at }, "completed");
      const later = (hours: number) => {
        const when = new Date(now.getTime() + hours * hourMs);
        agenda.plan({ vendor: vendorName, world: inquiry.world, at: when, what: "approve", subject: id });
      };
      if (ending === "slow") later(1);
      if (ending === "pass") approve(id, now);
      if (ending === "review") {
        change(id, { status: "needs_review", reviewedAt: at }, "marked-for-review");
        later(48);
      }
      return find(id);
    },
    worldOf: (id: string): string | null => collection.get(id)?.world ?? null,
    happens: { approve } satisfies Vendor["happens"],
  };
}

export const inquiryOnWire = (inquiry: Inquiry) => ({
  data: {
    type: "inquiry",
    id: inquiry.id,
    attributes: {
      status: inquiry.status,
      "reference-id": inquiry.reference,
      note: null,
      tags: [],
      behaviors: {},
      "created-at": inquiry.createdAt,
      "started-at": inquiry.startedAt,
      "completed-at": inquiry.completedAt,
      "failed-at": inquiry.failedAt,
      "marked-for-review-at": inquiry.reviewedAt,
      "decisioned-at": inquiry.decisionedAt,
      "expired-at": inquiry.expiredAt,
      "redacted-at": inquiry.redactedAt,
      creator: "API",
      fields: Object.fromEntries(
        Object.entries(inquiry.fields).map(([name, value]) => [name, { type: "string", value }]),
      ),
    },
    relationships: { "inquiry-template": { data: { type: "inquiry-template", id: inquiry.templateId } } },
  },
});
