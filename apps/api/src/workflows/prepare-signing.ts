import { prepareSigning } from "../documents/public.ts";
import type { House } from "../house.ts";
import { story } from "./story.ts";

/**
 * Why durable: the store or the vendor may be away for hours, and the document must be put before its signers once. Key: the signing.
 * Final: a document that the vendor refuses; the signing then says so.
 */
export const prepareSigningStory = (house: House) =>
  story(house, "prepare-signing", async (ids, step) => {
    await step("prepare", () => prepareSigning(house, ids));
  });
