import { type EventKind, eventCatalog, isEventKind, parseEventBody } from "@inlay/contracts/events/catalog.ts";
import * as restate from "@restatedev/restate-sdk";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { redactErrors } from "./define-workflow.ts";
import type { EventHandlers, EventRef, RecordedEvent } from "./public.ts";

/**
 * Why durable: the handlers of an event must run even if every process stops in between. Key: the stream, so the events of a business
 * are handled in order, one at a time. Final: nothing; a handler that fails is retried and delays its own stream only.
 */
export const eventHandlers = (app: AppContext, handlers: EventHandlers) =>
  restate.object({
    name: "event-handlers",
    handlers: {
      handle: async (ctx: restate.ObjectContext, event: EventRef): Promise<void> => {
        await ctx.run("handle", () =>
          redactErrors(app, { eventId: event.id }, () => handleEvent(app, handlers, event)),
        );
      },
    },
  });

type EventHandlersService = ReturnType<typeof eventHandlers>;

/** One call carries many events of many streams; Restate distributes them, in order within each stream. */
export const eventDispatcher = restate.service({
  name: "event-dispatcher",
  handlers: {
    dispatch: async (ctx: restate.Context, events: EventRef[]): Promise<void> => {
      for (const event of events) {
        ctx
          .objectSendClient<EventHandlersService>({ name: "event-handlers" }, event.stream)
          .handle(event, restate.rpc.sendOpts({ idempotencyKey: event.id }));
      }
    },
  },
});

/**
 * Runs the handlers of one event, unless they ran before. An event without handlers is only marked as handled. An event that does not fit
 * the catalog fails like a handler: it is retried and delays its stream until a version that knows it is deployed.
 */
export async function handleEvent(app: AppContext, handlers: EventHandlers, event: EventRef): Promise<void> {
  const scope = { platformId: event.platformId, businessId: "whole platform" } as const;
  const recorded = await inScope(app.pool, scope, async (tx) => {
    const row = await tx
      .selectFrom("event")
      .select(["kind", "version", "body"])
      .where("id", "=", event.id)
      .where("handled_at", "is", null)
      .executeTakeFirst();
    if (!row) return null;
    const found = parse(event, row);
    if (handlers[found.kind].length > 0) return found;
    await markAsHandled(tx, event);
    return null;
  });
  if (!recorded) return;
  const writes = await prepare(app, handlers, recorded);
  await inScope(app.pool, scope, async (tx) => {
    // The mark and the writes commit together: of two runs at once, the second finds the mark and writes nothing.
    if (!(await markAsHandled(tx, event))) return;
    for (const write of writes) await write(tx);
  });
}

async function markAsHandled(tx: Tx, { id }: EventRef): Promise<boolean> {
  const marked = await tx
    .updateTable("event")
    .set({ handled_at: new Date() })
    .where("id", "=", id)
    .where("handled_at", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

type Row = { kind: string; version: number; body: unknown };

function parse(event: EventRef, { kind, version, body }: Row): RecordedEvent<EventKind> {
  if (!isEventKind(kind) || version !== eventCatalog[kind].version)
    throw new Error(`the event catalog has no version ${version} of ${kind}`);
  return { ...event, kind, body: parseEventBody(kind, body) };
}

const prepare = <Kind extends EventKind>(app: AppContext, handlers: EventHandlers, event: RecordedEvent<Kind>) =>
  Promise.all(handlers[event.kind].map((handler) => handler(app, event)));
