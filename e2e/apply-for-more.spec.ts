import { expect, test } from "@playwright/test";
import { heading, openFinancing, portal } from "./demo.ts";
import { issuedProduct, welcomed } from "./funded.ts";
import { press, screenshots } from "./offer-pages.ts";
import { rowsOf } from "./rows.ts";

test("apply for more: an owner with a product applies for another one, and sees where it stands", async ({ page }) => {
  test.setTimeout(600_000);
  const { business, applicant } = await issuedProduct(page, { products: ["FAST_PAY"] });
  await welcomed(page, "My financing");
  const root = portal(page);

  await press(page, "Apply for more");
  await expect(heading(page)).toHaveText("Apply for more");
  await press(page, "Start the application");
  await expect(root.getByText("Must select an option")).toBeVisible();
  await screenshots(page, "apply-for-more-1-choice");
  await root.getByRole("radio", { name: /^Merchant Cash Advance/ }).check();
  await press(page, "Start the application");
  await expect(heading(page)).not.toHaveText("Apply for more");
  await expect(root.getByRole("button", { name: "My financing" })).toBeVisible();
  await screenshots(page, "apply-for-more-2-begun");
  await press(page, "My financing");
  await expect(root.getByText("Your application is not sent yet")).toBeVisible();
  await screenshots(page, "apply-for-more-3-not-sent");

  // The answers are kept, so that only what this product needs is asked for.
  await applicant.answerUntil("READY_FOR_SERVICING");
  expect((await rowsOf(business)).applications.map(({ product }) => product)).toEqual(["FAST_PAY", "MCA"]);
  await openFinancing(page);
  await expect(root.getByText("We are looking at your application")).toBeVisible();
  await press(page, "Apply for more");
  await expect(root.getByText(/^You already have an open application\./)).toBeVisible();
  await screenshots(page, "apply-for-more-4-in-review");
});
