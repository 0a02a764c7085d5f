import { type EventKind, eventCatalog, isEventKind, parseEventBody } from "@inlay/contracts/events/catalog.ts";
import * as restate from "@restatedev/restate-sdk";
import type { AppContext } from "../context.ts";
import { rememberBusinessNow } from "../db/business-now.ts";
import { inScope, scopedStatement, statement } from "../db/scope.ts";
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
  const [row] = await scopedStatement<Unhandled>(app.pool, scope, unhandled, [event.id]);
  if (!row?.unhandled) return;
  const recorded = parse(event, row.unhandled);
  if (handlers[recorded.kind].length === 0) {
    await scopedStatement(app.pool, scope, mark, [event.id]);
    return;
  }
  const writes = await prepare(app, handlers, recorded);
  await inScope(app.pool, scope, async (tx) => {
    // The mark and the writes commit together: of two runs at once, the second finds the mark and writes nothing.
    const [marked] = await statement<Marked>(tx, markFirst, [event.id, event.businessId]);
    if (!marked?.isFirst) return;
    rememberBusinessNow(tx, event.businessId, marked.now);
    for (const write of writes) await write(tx);
  });
}

// The rows of the event are selected by the scope as well, so they are not read before it is set.
const unhandled = `(select jsonb_build_object('kind', kind, 'version', version, 'body', body) from app.event
  where id = $1::uuid and handled_at is null and scope.platform is not null) as unhandled`;
const mark = "app.mark_event_handled($1::uuid)";
// Most handlers need the time of the business.
const markFirst = `select ${mark} as "isFirst", app.business_now($2::uuid) as now`;

type Marked = { isFirst: boolean; now: Date };
type Unhandled = { unhandled: Row | null };
type Row = { kind: string; version: number; body: unknown };

function parse(event: EventRef, { kind, version, body }: Row): RecordedEvent<EventKind> {
  if (!isEventKind(kind) || version !== eventCatalog[kind].version)
    throw new Error(`the event catalog has no version ${version} of ${kind}`);
  return { ...event, kind, body: parseEventBody(kind, body) };
}

const prepare = <Kind extends EventKind>(app: AppContext, handlers: EventHandlers, event: RecordedEvent<Kind>) =>
  Promise.all(handlers[event.kind].map((handler) => handler(app, event)));
