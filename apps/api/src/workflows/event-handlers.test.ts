import { randomUUID } from "node:crypto";
import type { Event, EventKind } from "@inlay/contracts/events/catalog.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HandledBy, handledBy } from "../db/handled-by.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { slices } from "../slices.ts";
import { collectHandlers } from "./collect-handlers.ts";
import { handleEvent } from "./event-handlers.ts";
import { recordEvent } from "./handle-event.fixture.ts";
import type { EventHandler, EventHandlers, EventRef } from "./public.ts";

const nothing = async () => async () => {};

describe("handlers of events", () => {
  const none = Object.fromEntries(Object.keys(handledBy).map((kind) => [kind, []])) as unknown as HandledBy;
  const twice: EventHandler<"user.created">[] = [nothing, nothing];

  it("run in the order of the slices, and a kind without any has an empty list", () => {
    const last: EventHandler<"user.created"> = async () => async () => {};
    const parts = [
      { name: "people", eventHandlers: { "user.created": twice } },
      { name: "staff", eventHandlers: { "user.created": [last] } },
    ];
    const handlers = collectHandlers(parts, { ...none, "user.created": ["people", "staff"] });
    expect(handlers["user.created"]).toEqual([...twice, last]);
    expect(handlers["user.updated"]).toEqual([]);
  });

  it("stop the start if a slice handles an event that the table does not list for it, or not one that it lists", () => {
    const parts = [{ name: "people", eventHandlers: { "user.created": twice } }];
    expect(() => collectHandlers(parts, none)).toThrow(
      "the event user.created is handled by people, and the table says by no slice",
    );
    expect(() => collectHandlers([], { ...none, "user.created": ["people"] })).toThrow(
      "the event user.created is handled by no slice, and the table says by people",
    );
    expect(() => collectHandlers(slices, none)).toThrow();
    expect(() => collectHandlers(slices, handledBy)).not.toThrow();
  });

  it("do not compile for an unknown kind, for a body that the kind does not have, and with a kind missing", () => {
    const handler: EventHandler<"user.role_claimed"> = async (_, { body }) => {
      // @ts-expect-error -- the body of user.role_claimed has no such field.
      const { roles } = body;
      return async () => roles;
    };
    // @ts-expect-error -- the body of user.created is not that of user.role_claimed.
    const other: Partial<EventHandlers> = { "user.created": [handler] };
    // @ts-expect-error -- the catalog has no such kind.
    const unknown: Partial<EventHandlers> = { "user.vanished": [nothing] };
    const { "user.created": _, ...others } = handledBy;
    // @ts-expect-error -- user.created is missing.
    const table: HandledBy = others;
    expect([other, unknown, table]).toHaveLength(3);
  });
});

describe("dispatch of an event", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  async function recorded(event: Event): Promise<EventRef> {
    const [platformId, businessId] = [randomUUID(), randomUUID()];
    const { admin } = server.database;
    await admin.query("insert into app.platform (id, name) values ($1, 'Test')", [platformId]);
    await admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
    await recordEvent(server, { platformId, businessId }, event);
    const { rows } = await admin.query("select id from app.event where stream = $1", [businessId]);
    // Only the slices' handlers are known when it is recorded, and not those of a test.
    await admin.query("update app.event set relayed_at = null, handled_at = null where stream = $1", [businessId]);
    return { id: rows[0].id, platformId, businessId, stream: businessId };
  }
  const isHandled = async ({ id }: EventRef): Promise<boolean> =>
    (await server.database.admin.query("select handled_at is not null as yes from app.event where id = $1", [id]))
      .rows[0].yes;
  const change = (column: string, value: unknown, { id }: EventRef) =>
    server.database.admin.query(`update app.event set ${column} = $2 where id = $1`, [id, value]);

  function listening() {
    const heard: unknown[] = [];
    const hear = async (_: unknown, { kind, body }: { kind: EventKind; body: unknown }) => {
      heard.push([kind, body]);
      return async () => {};
    };
    const handlers = Object.fromEntries(Object.keys(handledBy).map((kind) => [kind, [hear]]));
    return { heard, handlers: handlers as unknown as EventHandlers };
  }
  const userId = randomUUID();
  const created: Event = { kind: "user.created", body: { userId } };

  it("gives the parsed body to the handlers of its kind, once", async () => {
    const event = await recorded(created);
    const { heard, handlers } = listening();
    await handleEvent(server.app, handlers, event);
    await handleEvent(server.app, handlers, event);
    expect(heard).toEqual([["user.created", { userId }]]);
    expect(await isHandled(event)).toBe(true);
  });

  it.each([
    ["a body that does not parse", "body", { userId: "not an id" }, /^the body of user\.created does not fit/],
    ["another version", "version", 2, "the event catalog has no version 2 of user.created"],
    ["an unknown kind", "kind", "user.vanished", "the event catalog has no version 1 of user.vanished"],
  ])(
    "fails for %s: no handler runs, and the event stays unhandled for the next try",
    async (_, column, value, message) => {
      const event = await recorded(created);
      await change(column, value, event);
      const { heard, handlers } = listening();
      await expect(handleEvent(server.app, handlers, event)).rejects.toThrow(message);
      expect(heard).toEqual([]);
      expect(await isHandled(event)).toBe(false);
    },
  );
});
