import { createGate } from "../gate.ts";
import type { House } from "../house.ts";
import { pullReport, reportSources, screenApplicants } from "../underwriting/public.ts";
import { story } from "./story.ts";

/**
 * Why durable: bureaus and registers may be away for hours, and each question may be asked once only. Key: the round of questions. Final: nothing; a
 * vendor that refuses is an answer. Each question was given its reference before the story began, and one that is answered is not asked
 * again, so all of them are one step: one who is away does not keep the others from answering.
 */
export const pullReportsStory = (house: House) => {
  const inTurn = createGate(questionsAtOnce);
  return story(house, "pull-reports", async (ids, step) => {
    await step("hold the names against the list", () => screenApplicants(house, ids));
    await step("ask everybody", async () => {
      const asked = await Promise.allSettled(
        reportSources.map((source) => inTurn(() => pullReport(house, ids, source))),
      );
      const failed = asked.find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    });
  });
};

/** However many apply at the same time, nobody outside is asked by more of us than this, and our connections suffice. */
const questionsAtOnce = 8;
