import { randomUUID } from "node:crypto";
import type { Ground } from "../../world/ground.ts";
import { Refused } from "../errors.ts";
import type { Pocket } from "../history/booking.ts";
import { type Institution, institutionById } from "../institutions.ts";
import type { Items } from "../items.ts";
import { isWrongPassword, type Login, loginNamed, mfaCode } from "../scenarios.ts";

const lifetimeMs = 4 * 3_600_000;

/** Permission to open the dialog for one business, once or several times. */
export type LinkToken = {
  token: string;
  world: string;
  clientName: string;
  language: "en" | "es";
  webhook: string | null;
  /** The item to relink. */
  itemId: string | null;
  isHosted: boolean;
  returnUrl: string | null;
  createdAt: string;
  expiresAt: string;
};

/** One opening of the dialog. */
export type Session = {
  id: string;
  token: string;
  stage: "BANK" | "CODE" | "ACCOUNTS" | "LINKED" | "LEFT";
  institutionId: string | null;
  user: string | null;
  startedAt: string;
  finishedAt: string | null;
  publicToken: string | null;
  itemId: string | null;
};

export type LinkTokens = ReturnType<typeof openLinkTokens>;

export function openLinkTokens({ store, webhooks }: Ground, items: Items) {
  const links = store.collection<LinkToken>("plaid-link-tokens");
  const sessions = store.collection<Session>("plaid-link-sessions");

  const find = (token: unknown): LinkToken => {
    const link = typeof token === "string" ? links.get(token) : undefined;
    if (!link || new Date(link.expiresAt).getTime() < Date.now()) throw new Refused("INVALID_LINK_TOKEN");
    return link;
  };
  const sessionNamed = (id: string): Session => {
    const session = sessions.get(id);
    if (!session) throw new Refused("INVALID_LINK_TOKEN");
    return session;
  };
  const change = (session: Session, changes: Partial<Session>): Session => {
    const changed = { ...session, ...changes };
    sessions.put(session.id, changed);
    return changed;
  };
  /** The vendor reports the end of a hosted link by webhook, because the browser's return proves nothing. */
  const finish = (session: Session, ending: "LINKED" | "LEFT", itemId: string | null): Session => {
    const publicToken = itemId && items.publicTokenFor(itemId);
    const finished = change(session, { stage: ending, publicToken, itemId, finishedAt: new Date().toISOString() });
    const link = find(session.token);
    if (link.isHosted && link.webhook) {
      const body = {
        webhook_type: "LINK",
        webhook_code: "SESSION_FINISHED",
        environment: "sandbox",
        status: ending === "LINKED" ? "SUCCESS" : "EXITED",
        link_session_id: session.id,
        link_token: link.token,
        ...(publicToken && { public_token: publicToken, public_tokens: [publicToken] }),
      };
      webhooks.send({ vendor: "plaid", world: link.world, url: link.webhook, body: JSON.stringify(body, null, 2) });
    }
    return finished;
  };

  return {
    find,
    sessionNamed,
    create: (link: Omit<LinkToken, "token" | "createdAt" | "expiresAt">): LinkToken => {
      const now = Date.now();
      const made = {
        ...link,
        token: `link-sandbox-${randomUUID()}`,
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + lifetimeMs).toISOString(),
      };
      links.put(made.token, made);
      return made;
    },
    worldOf: (token: unknown): string | null => (typeof token === "string" && links.get(token)?.world) || null,
    begin: (token: string): Session => {
      const link = find(token);
      const item = link.itemId ? items.find(link.itemId) : null;
      const session: Session = {
        id: randomUUID(),
        token,
        stage: "BANK",
        institutionId: item?.institutionId ?? null,
        user: null,
        startedAt: new Date().toISOString(),
        finishedAt: null,
        publicToken: null,
        itemId: null,
      };
      sessions.put(session.id, session);
      return session;
    },
    login: (session: Session, institutionId: string, user: string, password: string): Session => {
      const institution = institutionById(institutionId);
      if (!institution) throw new Refused("INVALID_INSTITUTION");
      const login = loginAt(institution, user, password);
      const stage = login.asksForCode ? "CODE" : "ACCOUNTS";
      return change(session, { stage, institutionId, user: user.trim() });
    },
    answerCode: (session: Session, code: string): Session => {
      if (code.trim() !== mfaCode) throw new Refused("INVALID_MFA");
      return change(session, { stage: "ACCOUNTS" });
    },
    /** The last step: the item is created or repaired. */
    choose: (session: Session, pockets: Pocket[]): Session => {
      const link = find(session.token);
      const institution = institutionById(session.institutionId ?? "");
      if (session.stage !== "ACCOUNTS" || !session.user || !institution) throw new Refused("INVALID_FIELD");
      if (pockets.length === 0) throw new Refused("NO_ACCOUNTS");
      const { world, webhook } = link;
      const item = link.itemId
        ? items.repair(link.itemId, pockets)
        : items.add({ world, institution, user: session.user, pockets, webhook });
      return finish(session, "LINKED", item.id);
    },
    leave: (session: Session): Session => (session.finishedAt ? session : finish(session, "LEFT", null)),
    /** The sessions in the vendor's format. */
    sessionsOf: (link: LinkToken) =>
      sessions
        .all()
        .filter((one) => one.token === link.token)
        .map(({ id, startedAt, finishedAt, publicToken, stage, institutionId }) => ({
          link_session_id: id,
          started_at: startedAt,
          finished_at: finishedAt,
          events: [],
          ...(stage === "LEFT" && { exit: { error: null, metadata: null } }),
          ...(publicToken && {
            results: {
              item_add_results: [
                { public_token: publicToken, accounts: [], institution: { institution_id: institutionId, name: "" } },
              ],
              cra_item_add_results: [],
              cra_update_results: [],
              bank_income_results: [],
              payroll_income_results: [],
              document_income_results: null,
            },
          }),
        })),
  };
}

function loginAt(institution: Institution, user: string, password: string): Login {
  if (institution.isDown) throw new Refused("INSTITUTION_DOWN");
  const login = loginNamed(user);
  if (!login || isWrongPassword(password)) throw new Refused("INVALID_CREDENTIALS");
  if (login.refusal) throw new Refused(login.refusal);
  return login;
}
