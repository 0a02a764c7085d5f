import { createHmac, randomUUID } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprintOf } from "./idempotency.ts";
import { type TestServer, testServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** The same settings with the keys of another vault. */
const withOtherKeys = () => ({
  config: server.app.config,
  vault: {
    ...server.app.vault,
    fingerprint: (value: string, about: string) =>
      createHmac("sha256", "another key").update(`${about}\0${value}`).digest(),
  },
});

describe("fingerprint of a request", () => {
  const about = (number: string) => ["POST", "/businesses", { name: "Test", ein: new Secret(number) }];

  it("is equal for equal content in any order of members, and differs with the private number", () => {
    const { app } = server;
    const first = fingerprintOf(app, about("123456789"));
    expect(fingerprintOf(app, ["POST", "/businesses", { ein: new Secret("123456789"), name: "Test" }])).toEqual(first);
    expect(fingerprintOf(app, about("123456780"))).not.toEqual(first);
  });

  it("cannot be computed from a private number without a key of the vault", () => {
    expect(fingerprintOf(withOtherKeys(), about("123456789"))).not.toEqual(
      fingerprintOf(server.app, about("123456789")),
    );
    const open = ["POST", "/businesses", { name: "Test", since: new Date(0), tags: [1, null] }];
    expect(fingerprintOf(withOtherKeys(), open)).toEqual(fingerprintOf(server.app, open));
    expect(fingerprintOf(server.app, [new Date(0)])).not.toEqual(fingerprintOf(server.app, [new Date(1)]));
  });

  it("of the partner API is that of the parsed request, in which private numbers are Secrets", async () => {
    const platform = await server.platform();
    const key = randomUUID();
    const platformBusinessId = randomUUID();
    const url = "/api/platform/v1/businesses";
    const created = await server.partner(platform, {
      method: "POST",
      url,
      headers: { "idempotency-key": key },
      payload: { platformBusinessId, ein: "123456789" },
    });
    expect(created.status).toBe(201);
    const { rows } = await server.database.admin.query("select fingerprint from app.idempotency_key where key = $1", [
      key,
    ]);
    const body = { platformBusinessId, ein: new Secret("123456789") };
    expect(rows[0].fingerprint).toEqual(fingerprintOf(server.app, ["POST", url, undefined, undefined, body]));
  });
});
