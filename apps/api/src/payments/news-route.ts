import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";
import { serveNews } from "../http/public.ts";
import { hearProcessor } from "./hear-processor.ts";

export const serveProcessorNews = (app: FastifyInstance, house: House): Promise<void> =>
  serveNews(app, house, {
    job: "payments",
    read: (posted) => house.payments.readNews(posted),
    hear: (news) => hearProcessor(house, house.payments, news),
  });
