import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";
import { serveNews } from "../http/public.ts";
import { hearVerifier } from "./hear-verifier.ts";

export const serveVerifierNews = (app: FastifyInstance, house: House): Promise<void> =>
  serveNews(app, house, {
    job: "business-verification",
    read: (posted) => house.businessVerification.readNews(posted),
    hear: (news) => hearVerifier(house, news),
  });
