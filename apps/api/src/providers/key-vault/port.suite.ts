import { describe, expect, it } from "vitest";
import { type KeyVault, KeyVaultRefused } from "./port.ts";

export type KeyVaultWorld = {
  vault: KeyVault;
  /** The same vault with another current master key. It still has the first one. */
  rotated: KeyVault;
};

/** The contract of every key vault. */
export function behavesLikeKeyVault(world: () => KeyVaultWorld): void {
  describe("data key", () => {
    it("has 32 bytes, is new each time, and is unwrapped for what it is about", async () => {
      const { vault } = world();
      const [first, second] = [await vault.generate("one"), await vault.generate("one")];
      expect(first.key).toHaveLength(32);
      expect(second.key).not.toEqual(first.key);
      expect(first.wrapped.masterKeyId).toBe(vault.masterKeyId);
      expect(first.wrapped.bytes.includes(first.key)).toBe(false);
      expect(await vault.unwrap(first.wrapped, "one")).toEqual(first.key);
    });

    it("is not unwrapped for anything else, changed, or with another master key's id", async () => {
      const { vault, rotated } = world();
      const { wrapped } = await vault.generate("one");
      const changed = Buffer.from(wrapped.bytes);
      changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
      for (const [stored, about] of [
        [wrapped, "two"],
        [{ ...wrapped, bytes: changed }, "one"],
        [{ ...wrapped, masterKeyId: rotated.masterKeyId }, "one"],
      ] as const) {
        await expect(vault.unwrap(stored, about)).rejects.toThrow(KeyVaultRefused);
      }
    });

    it("stays the same when it is wrapped by another master key, and is still bound to what it is about", async () => {
      const { vault, rotated } = world();
      const { key, wrapped } = await vault.generate("one");
      const again = await rotated.rewrap(wrapped, "one");
      expect(again.masterKeyId).toBe(rotated.masterKeyId);
      expect(again.masterKeyId).not.toBe(wrapped.masterKeyId);
      expect(await rotated.unwrap(again, "one")).toEqual(key);
      expect(await rotated.unwrap(wrapped, "one")).toEqual(key);
      await expect(rotated.unwrap(again, "two")).rejects.toThrow(KeyVaultRefused);
      await expect(rotated.rewrap(wrapped, "two")).rejects.toThrow(KeyVaultRefused);
    });
  });
}
