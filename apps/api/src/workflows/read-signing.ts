import { readSigning } from "../documents/public.ts";
import type { House } from "../house.ts";
import { story } from "./story.ts";

/** Why durable: what nobody told us must be asked for. Key: the reading. Final: nothing; it is asked until it is answered. */
export const readSigningStory = (house: House) =>
  story(house, "read-signing", async (ids, step) => {
    await step("read", () => readSigning(house, ids));
  });
