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

/** Lets `places` run at a time; the others wait, first come first served. */
function createGate(places: number) {
  const waiting: (() => void)[] = [];
  let free = places;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
