import type { House } from "../house.ts";
import { prepareSignInCode } from "../people/public.ts";
import { story } from "./story.ts";

/**
 * Why durable: the person waits for a code, and only here is it found out whether there is such a person, so that the request
 * itself looks the same for everyone. Key: the sign-in's id. Final: nothing.
 */
export const sendSignInCodeStory = (house: House) =>
  story(house, "send-sign-in-code", async (ids, step) => {
    await step("prepare code", () => prepareSignInCode(house, ids));
  });
