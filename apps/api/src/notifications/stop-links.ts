import { createHash, randomBytes } from "node:crypto";
import { openStopPage, stopEmails, stopEmailsInOneClick } from "@inlay/contracts/calls/notifications.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { type NotificationTopic, stoppableTopics } from "@inlay/lending/servicing/notifications.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { inNoScope, inScope, type Tx } from "../db/scope.ts";
import { pageOrigin, type Router } from "../http/public.ts";
import { portalPage, settingsOf } from "../platforms/public.ts";
import { batchEventProperty } from "./batches/batch-event.ts";
import { savePreference } from "./preferences.ts";

const hashOf = (token: string) => createHash("sha256").update(token).digest();

export type StopLink = {
  /** The page with a button for each topic. Opening it changes nothing, because email scanners open links too. */
  pageUrl: string;
  /** Where the recipient's mail program stops all of these topics in one click. */
  oneClickUrl: string;
  save: (tx: Tx, batchId: string) => Promise<void>;
};

/** Makes the link of an email by which its recipient stops emails of these topics. */
export function addStopLink({ config }: AppContext, page: URL, topics: readonly NotificationTopic[]): StopLink {
  const token = randomBytes(32).toString("base64url");
  const oneClick = new URL(stopEmailsInOneClick.path, config.PORTAL_URL);
  oneClick.searchParams.set("token", token);
  return {
    pageUrl: stopPage(page, topics, token).href,
    oneClickUrl: oneClick.href,
    // Of several attempts at one email the first is kept, and so is its token.
    save: async (tx, batchId) => {
      await tx
        .updateTable("notification_batch")
        .set({ stop_token_hash: hashOf(token) })
        .where("id", "=", batchId)
        .where("stop_token_hash", "is", null)
        .execute();
    },
  };
}

function stopPage(page: URL, topics: readonly NotificationTopic[], token: string): URL {
  const url = new URL(page);
  url.searchParams.set("stopEmails", topics.join(" "));
  // A browser never sends what follows the hash sign to a server.
  url.hash = token;
  return url;
}

type Found = { id: string; platformId: string; businessId: string; userId: string };

export function stopRoutes({ publicRoute }: Router, app: AppContext): void {
  const { origin: portalOrigin } = new URL(app.config.PORTAL_URL);

  const find = async (token: string): Promise<Found> => {
    const found = await inNoScope(app.pool, async (tx) => {
      const { rows } = await sql<Found>`
        select id, platform_id as "platformId", business_id as "businessId", user_id as "userId"
        from app.find_stop_link(${hashOf(token)})`.execute(tx);
      return rows[0];
    });
    if (!found) throw new Refusal("STOP_LINK_INVALID");
    return found;
  };

  publicRoute(stopEmails, async ({ request, body: { token, topic }, requestId }) => {
    // Only the button of our own page stops.
    if (pageOrigin(request, portalOrigin) === null) throw new Refusal("ORIGIN_NOT_ALLOWED");
    const found = await find(token);
    await inScope(app.pool, found, async (tx) => {
      if (!(await topicsOfBatch(tx, found.id)).includes(topic)) throw new Refusal("STOP_LINK_INVALID");
      await stop(tx, found, [topic], requestId);
    });
    return { stopped: [topic] };
  });

  // The mail program's server posts without a page. Whoever has the token can only stop these emails.
  publicRoute(stopEmailsInOneClick, async ({ query: { token }, requestId }) => {
    const found = await find(token);
    return inScope(app.pool, found, async (tx) => {
      const topics = await topicsOfBatch(tx, found.id);
      await stop(tx, found, topics, requestId);
      return { stopped: topics };
    });
  });

  // A mail program without one click opens the same address in a browser.
  publicRoute(openStopPage, async ({ query: { token }, reply }) => {
    const found = await find(token);
    const page = await inScope(app.pool, found, async (tx) => {
      const settings = await settingsOf(tx, found.platformId);
      const { locale } = await tx
        .selectFrom("business_user")
        .select("locale")
        .where("id", "=", found.userId)
        .executeTakeFirstOrThrow();
      const own = portalPage(app, { id: found.platformId, settings }, locale === "es" ? "es" : "en");
      return stopPage(own, await topicsOfBatch(tx, found.id), token);
    });
    reply.code(303).header("location", page.href);
    return {};
  });
}

async function stop(
  tx: Tx,
  { platformId, businessId, userId }: Found,
  topics: readonly NotificationTopic[],
  requestId: string,
): Promise<void> {
  for (const topic of topics)
    await savePreference(tx, { platformId, businessId, userId }, { topic, channel: "EMAIL", isOn: false, requestId });
}

/** The topics that the email of a batch is about and that can be turned off. */
async function topicsOfBatch(tx: Tx, batchId: string): Promise<NotificationTopic[]> {
  const told = await tx
    .selectFrom("notification as n")
    .innerJoin("batch_event as e", "e.id", "n.batch_event_id")
    .select("e.batch_event_property as property")
    .where("n.notification_batch_id", "=", batchId)
    .execute();
  return stoppableTopics(told.map(({ property }) => batchEventProperty.parse(property)));
}
