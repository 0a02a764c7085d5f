import { expect, test } from "@playwright/test";
import { applicantOf } from "./applicant.ts";
import { closeOtherContexts, newGuest, openAccount } from "./demo.ts";
import { waitForChangeLink, waitForWords } from "./inbox.ts";
import { watchScreens } from "./layout.ts";
import { businessOf, rowsOf } from "./rows.ts";
import { onOurPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { signInStaffMember } from "./setup.ts";
import { wordsIn } from "./words.ts";

test.afterEach(({ browser, context }) => closeOtherContexts({ browser, context }));

test("account change: an owner stops it by the button behind an email, without signing in, and staff keep it blocked", async ({
  page,
  browser,
}) => {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_PLAID");
  const link = await waitForChangeLink(page.request, email);
  await applicant.linkBank("user_good");
  const url = await link();
  const token = new URL(url).hash.slice(1);
  const business = await businessOf(email);
  const stops = async () => (await rowsOf(business)).events.filter(({ kind }) => kind === "account_change.stopped");

  // A browser that knows nobody.
  const reader = await newGuest(browser);
  const asked: { url: string; referrer: string | undefined }[] = [];
  reader.on("request", (request) => asked.push({ url: request.url(), referrer: request.headers()["referer"] }));
  const screen = await watchScreens(reader, onOurPage, "account-change");
  await reader.goto(url);
  await screen.shows("Was this you?");
  await screen.says(/6789/);
  await screen.says("Rosa Marín");
  await screenshot(reader, "account-change-1-can-stop");
  expect(await stops()).toEqual([]);
  // The token is in no URL that a server sees.
  expect(asked.filter(({ url: seen, referrer }) => `${seen.split("#")[0]}${referrer ?? ""}`.includes(token))).toEqual(
    [],
  );

  await reader.context().setOffline(true);
  await screen.press("This was not us: stop it");
  await screen.says("We could not reach our server. Please check your connection and try again.");
  await screenshot(reader, "account-change-2-offline");
  await reader.context().setOffline(false);

  const words = await waitForWords(page.request, email, /stopped a change of the bank accounts/);
  await screen.press("This was not us: stop it");
  await screen.shows("You have stopped the change");
  await screenshot(reader, "account-change-3-stopped");
  await words();
  expect(await stops()).toHaveLength(1);
  // The person who had linked the bank is signed out.
  expect((await applicant.ask("GET", "/api/v1/business")).status).toBe(401);

  await reader.reload();
  await screen.shows("The change is stopped");
  await screenshot(reader, "account-change-4-already-stopped");
  const inSpanish = new URL(url);
  inSpanish.searchParams.set("locale", "es");
  await reader.goto(inSpanish.href);
  await screen.shows(wordsIn("es")("The change is stopped"));
  await screenshot(reader, "account-change-5-spanish");

  // Another link in the same tab changes only the hash.
  await reader.goto(url);
  await screen.shows("The change is stopped");
  await reader.goto(`${url.split("#")[0]}#unknown`);
  await screen.shows("This link cannot be used");
  await screenshot(reader, "account-change-6-unknown");

  const member = await signInStaffMember("OPERATIONS");
  const { body } = await member("GET", "/tasks?kind=ACCOUNT_CHANGE_STOPPED&limit=100");
  const tasks = body["tasks"] as { id: string; businessId: string }[];
  const task = tasks.find(({ businessId }) => businessId === business.businessId);
  const path = `/tasks/${task?.id}/account-change`;
  expect((await member("GET", path)).body).toMatchObject({ stoppedBy: { email } });
  const decided = { outcome: "KEPT_BLOCKED", reason: "Rosa did not link this bank." };
  expect((await member("POST", `${path}/decide`, decided)).body).toMatchObject({ state: "APPROVED" });
  await reader.goto(url);
  await reader.reload();
  await screen.shows("The change stays stopped");
  await screenshot(reader, "account-change-7-kept-blocked");
});
