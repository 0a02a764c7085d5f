import { createGate } from "../gate.ts";
import type { House } from "../house.ts";
import { deliverMail } from "../notices/public.ts";
import { LetterRefused, type Mailer } from "../providers/mailer/port.ts";
import { StoryFailed, story } from "./story.ts";

/**
 * Why durable: the mail server may be away for hours. Key: the mail's id. Final: an address that the server refuses for good.
 * A crash between the server's yes and our note of it sends the letter again, under the same message id.
 */
export const deliverMailStory = (house: House, mailer: Mailer) => {
  const inTurn = createGate(sendersAtOnce);
  return story(house, "deliver-mail", async (ids, step) => {
    await step("deliver", async () => {
      try {
        await inTurn(() => deliverMail(house, mailer, ids));
      } catch (error) {
        if (error instanceof LetterRefused) throw new StoryFailed("the mail server refused the letter");
        throw error;
      }
    });
  });
};

/** As many as the mail server gets connections. A letter is claimed when its turn comes, not while it waits. */
const sendersAtOnce = 4;
