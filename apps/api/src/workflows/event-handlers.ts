import * as restate from "@restatedev/restate-sdk";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { redactErrors } from "./define-workflow.ts";
import type { EventRef, WorkflowPart } from "./public.ts";

/**
 * Why durable: the handlers of an event must run even if every process stops in between. Key: the stream, so the events of a business
 * are handled in order, one at a time. Final: nothing; a handler that fails is retried and delays its own stream only.
 */
export const eventHandlers = (app: AppContext, parts: readonly WorkflowPart[]) =>
  restate.object({
    name: "event-handlers",
    handlers: {
      handle: async (ctx: restate.ObjectContext, event: EventRef): Promise<void> => {
        await ctx.run("handle", () => redactErrors(app, { eventId: event.id }, () => handleEvent(app, parts, event)));
      },
    },
  });

export type EventHandlers = ReturnType<typeof eventHandlers>;

/** One call carries many events of many streams; Restate distributes them, in order within each stream. */
export const eventDispatcher = restate.service({
  name: "event-dispatcher",
  handlers: {
    dispatch: async (ctx: restate.Context, events: EventRef[]): Promise<void> => {
      for (const event of events) {
        ctx
          .objectSendClient<EventHandlers>({ name: "event-handlers" }, event.stream)
          .handle(event, restate.rpc.sendOpts({ idempotencyKey: event.id }));
      }
    },
  },
});

/** Runs the handlers of one event, unless they ran before. An event without handlers is only marked as handled. */
export async function handleEvent(app: AppContext, parts: readonly WorkflowPart[], event: EventRef): Promise<void> {
  const scope = { platformId: event.platformId, businessId: "whole platform" } as const;
  const found = await inScope(app.pool, scope, (tx) =>
    tx
      .selectFrom("event")
      .select(["kind", "body"])
      .where("id", "=", event.id)
      .where("handled_at", "is", null)
      .executeTakeFirst(),
  );
  if (!found) return;
  const recorded = { ...event, kind: found.kind, body: found.body as Record<string, unknown> };
  const handlers = parts.flatMap((part) => part.eventHandlers?.[found.kind] ?? []);
  const writes = await Promise.all(handlers.map((handler) => handler(app, recorded)));
  await inScope(app.pool, scope, async (tx) => {
    // The mark and the writes commit together: of two runs at once, the second finds the mark and writes nothing.
    const marked = await tx
      .updateTable("event")
      .set({ handled_at: new Date() })
      .where("id", "=", event.id)
      .where("handled_at", "is", null)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n) return;
    for (const write of writes) await write(tx);
  });
}
