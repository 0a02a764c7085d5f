import { uuidOf } from "@inlay/contracts/ids.ts";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { signedInMember } from "../staff/staff.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const roles = ["PRIMARY_OWNER"];
const helpFor = async (platform: Awaited<ReturnType<TestServer["platform"]>>) => {
  const person = await server.person(platform, { roles });
  const ask = async () => (await person.as({ method: "GET", url: "/api/v1/help" })).body;
  return { person, ask, help: await ask() };
};

describe("help page", () => {
  it("shows the platform's support contacts and the reference number", async () => {
    const settings = {
      supportEmail: "help@larkspur.test",
      supportPhone: "(503) 555-0190",
      licenseLine: "Licensed in California.",
      supportHours: { en: "Weekdays", es: "Entre semana" },
      platformProgramName: "Larkspur Capital",
    };
    const { help } = await helpFor(await server.platform({ ...settings, helpWindowKey: "larkspur" }));
    expect(help).toEqual({
      reference: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      supportEmail: "help@larkspur.test",
      supportPhone: "(503) 555-0190",
      licenseLine: "Licensed in California.",
      supportHours: { en: "Weekdays", es: "Entre semana" },
      lenderName: "Larkspur Capital",
      helpWindowScriptUrl: expect.stringMatching(/\?key=larkspur$/),
    });
  });

  it("names no help window where the platform has none", async () => {
    const { help } = await helpFor(await server.platform());
    expect(help).toMatchObject({ helpWindowScriptUrl: null, supportPhone: null, supportHours: null });
  });

  it("is available to every user of a business regardless of role", async () => {
    const person = await server.person(await server.platform(), { roles: [] });
    expect((await person.as({ method: "GET", url: "/api/v1/help" })).status).toBe(200);
  });
});

describe("reference number of a business", () => {
  it("is stable, unique per business, and different from the id", async () => {
    const platform = await server.platform();
    const [first, second] = [await helpFor(platform), await helpFor(platform)];
    expect((await first.ask())["reference"]).toBe(first.help["reference"]);
    expect(second.help["reference"]).not.toBe(first.help["reference"]);
    expect(JSON.stringify(first.help)).not.toContain(uuidOf("business", first.person.businessId));
  });

  it("is part of the help window's token", async () => {
    const { person, help } = await helpFor(await server.platform());
    const { body } = await person.as({ method: "GET", url: "/api/v1/zendesk-token" });
    expect(decodeJwt(String(body["token"]))["business_reference"]).toBe(help["reference"]);
  });

  it("finds the business for staff in any spelling and on any platform", async () => {
    const platform = await server.platform();
    const { person, help } = await helpFor(platform);
    const by = await signedInMember(server, ["OPERATIONS"]);
    const reference = String(help["reference"]);
    const spoken = reference.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "i");
    for (const spelling of [reference, spoken]) {
      const { body } = await by.as("GET", `/businesses?reference=${encodeURIComponent(spelling)}`);
      expect(body).toEqual({
        businesses: [{ businessId: uuidOf("business", person.businessId), platformId: platform.id }],
      });
    }
    expect((await by.as("GET", "/businesses?reference=7K3M-Q9XD")).body).toEqual({ businesses: [] });
    expect((await by.as("GET", "/businesses?reference=7K3M")).status).toBe(400);
  });

  it("is looked up by its index", async () => {
    const { rows } = await server.database.admin.query(
      "select indexdef from pg_indexes where indexname = 'business_by_reference'",
    );
    expect(rows[0]?.indexdef).toContain("business_reference(id)");
  });

  it("can be looked up only in the staff scope", async () => {
    const platform = await server.platform();
    const { help } = await helpFor(platform);
    const pool = server.database.pool();
    const { rows } = await pool.query("select * from app.find_businesses_by_reference($1)", [help["reference"]]);
    expect(rows).toEqual([]);
  });
});
