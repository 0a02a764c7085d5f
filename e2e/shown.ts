import type { Page } from "@playwright/test";
import type { AnswerableInput } from "../packages/contracts/src/onboarding/additional-inputs.ts";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { openAccount } from "./demo.ts";

export type Shown = {
  /** The current step that the supplied answer reports; `data` is the screen's data. */
  step: string;
  subStep?: AnswerableInput;
  data: object;
  workflow?: object;
};

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
