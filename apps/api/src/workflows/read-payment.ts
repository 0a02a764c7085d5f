import type { House } from "../house.ts";
import { readPayment } from "../payments/public.ts";
import { story } from "./story.ts";

/** Why durable: a payment is good only if the processor says so on the day. Key: the turn. Final: nothing; it is asked until it answers. */
export const readPaymentStory = (house: House) =>
  story(house, "read-payment", async (ids, step) => {
    await step("read", () => readPayment(house, house.payments, ids));
  });
