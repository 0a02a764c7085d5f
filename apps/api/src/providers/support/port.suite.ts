import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Support } from "./port.ts";

/** The claims of a token for a holder of the key; null when the token is not valid at that time. */
export type TokenReader = (token: string, now: Date) => Promise<Record<string, unknown> | null>;

export function behavesLikeSupport(support: () => Support, read: TokenReader): void {
  const asker = { userId: randomUUID(), reference: "7K3M-Q9XD", name: "Ana Núñez", email: "ana@harbor.example" };
  const now = new Date("2026-11-24T15:00:00Z");
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

  it("identifies the person and the business", async () => {
    const said = await read(await support().tokenFor(asker, now), now);
    expect(said).toMatchObject({ sub: asker.userId, name: asker.name, email: asker.email });
    expect(JSON.stringify(said)).toContain(asker.reference);
  });

  it("is valid for five minutes", async () => {
    const token = await support().tokenFor(asker, now);
    expect(await read(token, later(4.9))).not.toBeNull();
    expect(await read(token, later(5.1))).toBeNull();
  });

  it("has a window script for each platform that has a key", () => {
    const [first, second] = ["larkspur", "harvest"].map((key) => new URL(support().windowScriptUrl(key)));
    expect(first?.origin).toBe(second?.origin);
    expect(first?.href).not.toBe(second?.href);
  });

  it("leaves out unknown details of a person", async () => {
    const said = await read(await support().tokenFor({ ...asker, name: null, email: null }, now), now);
    for (const claim of ["name", "email"]) expect(said).not.toHaveProperty(claim);
  });
}
