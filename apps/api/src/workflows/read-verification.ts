import type { House } from "../house.ts";
import { readVerification } from "../underwriting/public.ts";
import { story } from "./story.ts";

/** Why durable: the verifier may be away when it has told us to look. Key: the look. Final: nothing; looking twice is harmless. */
export const readVerificationStory = (house: House) =>
  story(house, "read-verification", async (ids, step) => {
    await step("look", () => readVerification(house, ids));
  });
