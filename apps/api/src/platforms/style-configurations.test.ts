import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { larkspurStyles } from "../seed/seed.ts";
import { saveStyleConfiguration, styleConfigurationsOf } from "./style-configurations.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const signInPage = { title: "Welcome", body: "", backgroundImageUrl: null, logoUrl: null };

describe("theme", () => {
  it("with sufficient contrast is stored, and a change takes effect at once", async () => {
    const { id: platformId } = await server.platform();
    const save = (primaryColor: string) =>
      inScope(server.app.pool, { platformId, businessId: "whole platform" }, async (tx) => {
        await saveStyleConfiguration(tx, platformId, {
          name: "Plain",
          isDefault: true,
          styles: { ...larkspurStyles, primaryColor },
          signInPage,
        });
        return (await styleConfigurationsOf(tx, platformId)).map((theme) => theme.styles.primaryColor);
      });
    expect(await save("#14532d")).toEqual(["#14532d"]);
    expect(await save("#1e3a8a")).toEqual(["#1e3a8a"]);
  });

  it("with insufficient contrast is refused, with the nearest readable color for each", async () => {
    const { id: platformId } = await server.platform();
    const pale = {
      ...larkspurStyles,
      primaryColor: "#ffe08a",
      bodySmall: { ...larkspurStyles.bodySmall, color: "#bbbbbb" },
    };
    const refused = inScope(server.app.pool, { platformId, businessId: "whole platform" }, (tx) =>
      saveStyleConfiguration(tx, platformId, { name: "Pale", isDefault: false, styles: pale, signInPage }),
    );
    await expect(refused).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      fields: [
        {
          pointer: "/styles/bodySmall/color",
          message: expect.stringMatching(/contrast of 1\.9 and needs 4\.5\. #[0-9a-f]{6} would do\./),
        },
        { pointer: "/styles/button/color" },
        { pointer: "/styles/primaryColor", message: expect.stringMatching(/needs 3\. #[0-9a-f]{6} would do\./) },
      ],
    });
  });
});
