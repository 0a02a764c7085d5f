import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";
import { serveNews } from "../http/public.ts";
import { hearCarrier } from "./texts.ts";

export const serveCarrierNews = (app: FastifyInstance, house: House): Promise<void> =>
  serveNews(app, house, {
    job: "text-messages",
    read: (posted) => house.textMessages.readNews(posted),
    hear: (news) => hearCarrier(house, house.textMessages, news),
  });
