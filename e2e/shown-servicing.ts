import type { Page } from "@playwright/test";
import type { IssuedProduct } from "../packages/contracts/src/issued-product.ts";
import type { ServicingHome } from "../packages/contracts/src/servicing/home.ts";
import { applicantOf } from "./applicant.ts";
import { openAccount, openFinancing } from "./demo.ts";

type Answers = {
  home: ServicingHome;
  issuedProducts?: readonly IssuedProduct[];
  roles?: readonly string[];
  offerStep?: string | null;
  /** Answers of other calls by the ends of their paths; null is an error of the server. */
  calls?: Readonly<Record<string, object | null>>;
};

/**
 * Opens servicing with the supplied answers: the browser's requests are intercepted, while the server has no product of this business. For
 * tests of pages before anything is submitted. The answers may be changed, and hold from the next request on.
 */
export async function showServicing(page: Page, answers: Answers, query = ""): Promise<void> {
  await openAccount(page, query);
  await (await applicantOf(page)).ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
  const changed = (path: string, change: () => object) =>
    page.route(`**/api/v1/${path}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), ...change() } });
    });
  await changed("business", () => ({ roles: answers.roles ?? ["PRIMARY_OWNER"] }));
  await changed("workflow/offers*", () => ({
    currentStep: answers.offerStep === undefined ? "ISSUED_PRODUCT_CREATED" : answers.offerStep,
  }));
  await changed("workflow/servicing", () => ({ currentStep: "READY_FOR_SERVICING" }));
  await page.route("**/api/v1/servicing/home", (route) => route.fulfill({ json: answers.home }));
  await page.route("**/api/v1/issued-products", (route) =>
    route.fulfill({ json: { issuedProducts: answers.issuedProducts ?? [] } }),
  );
  await page.route("**/api/v1/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    const supplied = Object.entries(answers.calls ?? {}).find(([end]) => pathname.endsWith(`/${end}`));
    if (!supplied) return route.fallback();
    return supplied[1] ? route.fulfill({ json: supplied[1] }) : route.fulfill({ status: 500, json: {} });
  });
  await openFinancing(page, query);
}
