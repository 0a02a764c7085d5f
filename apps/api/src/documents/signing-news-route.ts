import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";
import { serveNews } from "../http/public.ts";
import { hearSigning } from "./follow-signing.ts";

export const serveSigningNews = (app: FastifyInstance, house: House): Promise<void> =>
  serveNews(app, house, {
    job: "e-sign",
    read: (posted) => house.eSign.readNews(posted),
    hear: (news) => hearSigning(house, news),
  });
