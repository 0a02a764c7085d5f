import type { House } from "../house.ts";
import { prepareStaffCode } from "../staff/public.ts";
import { story } from "./story.ts";

/**
 * Why durable: as with a borrower's code, only here is it found out whether there is such a person, so that the request itself looks
 * the same for everyone. Key: the sign-in's id. Final: nothing.
 */
export const sendStaffCodeStory = (house: House) =>
  story(house, "send-staff-code", async (ids, step) => {
    await step("prepare code", () => prepareStaffCode(house, ids));
  });
