import type { Page } from "@playwright/test";
import type { AnswerableInput, InputScreenData } from "../packages/contracts/src/onboarding/additional-inputs.ts";
import type { BuiltStep, ScreenData } from "../packages/contracts/src/onboarding/steps.ts";
import type { WaitingForOffers } from "../packages/contracts/src/onboarding/waiting.ts";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { openAccount } from "./demo.ts";

/** The current step that the supplied answer reports, and the data of its screen. */
export type Shown = (
  | { [S in BuiltStep]: { step: S | `ONBOARDING.${S}`; subStep?: never; data: ScreenData<S> } }[BuiltStep]
  | {
      [I in AnswerableInput]: { step: "REQUEST_ADDITIONAL_USER_INPUT"; subStep: I; data: InputScreenData<I> };
    }[AnswerableInput]
  | { step: "WAITING_FOR_OFFERS"; subStep?: never; data: WaitingForOffers }
) & { workflow?: object };

/**
 * Opens the portal at a screen without the steps before it: the browser's requests for the workflow and the step are intercepted and get
 * the supplied answers, while the server stays at its own step. For tests of a screen before anything is submitted. A test that submits
 * reaches its step by completing the earlier ones (journey.ts).
 */
export async function show(page: Page, { step, subStep, data, workflow = {} }: Shown): Promise<void> {
  await openAccount(page);
  await (await applicantOf(page)).ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
  await page.route("**/api/v1/workflow", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), currentStep: step, ...workflow } });
  });
  const asked = { subSteps: [{ id: "0199a2f0-0000-7000-8000-000000000001", subStep, payload: {} }], screen: data };
  await page.route(`**/api/v1/step/${step}*`, (route) =>
    route.fulfill({ json: { existingData: subStep ? asked : data, draft: null } }),
  );
  await page.goto(`${demoUrl}/financing`);
}
