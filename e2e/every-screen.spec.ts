import { randomUUID } from "node:crypto";
import { type Page, test } from "@playwright/test";
import { openAccount } from "./demo.ts";
import {
  agree,
  begin,
  chooseProduct,
  declareNoCoOwners,
  declareNoDebts,
  expectWaitingPage,
  fileBusinessReturn,
  fillBusiness,
  fillOwner,
  uploadReturns,
  uploadStatements,
} from "./journey.ts";
import { watchScreens } from "./layout.ts";
import { larkspurId } from "./rows.ts";
import { inPartnersPage, onOurPage } from "./screen.ts";
import { createPartnerObject, createSecretKey, signIn } from "./setup.ts";

/** A new business whose owner signs in on our page. */
async function openOwnPage(page: Page): Promise<void> {
  const key = await createSecretKey(larkspurId);
  const id = randomUUID();
  const email = `rosa-${id}@tidewater.example`;
  const name = `Tidewater Bikes ${id.slice(0, 8)}`;
  const businessId = await createPartnerObject(page.request, key, "businesses", { platformBusinessId: id, name });
  await createPartnerObject(page.request, key, "users", { platformUserId: id, businessId, email });
  await signIn(page, email);
}

for (const { place, open, screenOf } of [
  { place: "our own page", open: openOwnPage, screenOf: onOurPage },
  { place: "the partner's page", open: (page: Page) => openAccount(page), screenOf: inPartnersPage },
]) {
  test(`every screen: an owner's path has the heading and the action in view and a still layout, on ${place}`, async ({
    page,
  }) => {
    const screen = await watchScreens(page, screenOf, place.split(" ")[0] ?? "");
    await open(page);
    await begin(screen);
    await chooseProduct(screen, "Term loan");
    await fillOwner(screen);
    await fillBusiness(screen);
    await screen.shows("Connect your bank account");
    await screen.press("Upload bank statements instead");
    await uploadStatements(screen);
    await fileBusinessReturn(screen);
    await screen.shows("How would you like to share your financials?");
    await screen.choose("Upload tax returns");
    await screen.press("Continue");
    await uploadReturns(screen);
    await declareNoDebts(screen);
    await declareNoCoOwners(screen);
    await agree(screen);
    await expectWaitingPage(screen);
  });
}
