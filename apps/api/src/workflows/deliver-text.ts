import type { House } from "../house.ts";
import { deliverText } from "../notices/public.ts";
import { TextRefused } from "../providers/text-messages/port.ts";
import { StoryFailed, story } from "./story.ts";

/**
 * Why durable: the carrier may be away for hours. Key: the message's id. Final: a number that the carrier refuses for good. A crash between
 * the carrier's yes and our note of it sends nothing again: the carrier is asked first.
 */
export const deliverTextStory = (house: House) =>
  story(house, "deliver-text", async (ids, step) => {
    await step("deliver", async () => {
      try {
        await deliverText(house, house.textMessages, ids);
      } catch (error) {
        if (error instanceof TextRefused) throw new StoryFailed("the carrier refused the number");
        throw error;
      }
    });
  });
