import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { applicantOf } from "./applicant.ts";
import { closeOtherContexts, newGuest, openAccount, openFinancing, resume, settled } from "./demo.ts";
import { waitForLink } from "./inbox.ts";
import { begin } from "./journey.ts";
import { businessOf, larkspurId, rowsOf } from "./rows.ts";
import { inPartnersPage, onOurPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { createPartnerObject, createSecretKey, signIn, signInStaffMember } from "./setup.ts";

test.afterEach(({ browser, context }) => closeOtherContexts({ browser, context }));

const inTouchSoon = "We will be in touch soon. Thanks!";
const conflict = /^Someone else at your company has also said that they are the owner/;
const ownerFirst = /^An owner of the company has to finish the application first/;

test("owner conflict: two staff members decide between two claimants, and each claimant sees the result", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const key = await createSecretKey(larkspurId);
  const id = randomUUID();
  const [rosa, luis] = [`rosa-${id}@contested.test`, `luis-${id}@contested.test`];
  const businessId = await createPartnerObject(page.request, key, "businesses", {
    platformBusinessId: id,
    name: `Contested ${id.slice(0, 8)}`,
  });
  for (const email of [rosa, luis])
    await createPartnerObject(page.request, key, "users", { platformUserId: email, businessId, email });
  const elsewhere = await newGuest(browser);
  const [first, second] = [onOurPage(page), onOurPage(elsewhere)];
  await signIn(page, rosa);
  await signIn(elsewhere, luis);

  // Both open the role question before either has answered it.
  for (const screen of [first, second]) {
    await screen.shows("First, tell us your role at your company");
    await screen.choose("Business Owner");
  }
  await first.press("Continue");
  await first.shows("Before you start");
  await second.press("Continue");
  await second.shows(inTouchSoon);
  await second.says(conflict);
  await screenshot(elsewhere, "owner-conflict");
  const business = await businessOf(rosa);
  expect((await rowsOf(business)).roles).toEqual([
    { email: rosa, role: "PRIMARY_OWNER" },
    { email: luis, role: "PRIMARY_OWNER_CONFLICT" },
  ]);

  const maker = await signInStaffMember("OPERATIONS");
  const checker = await signInStaffMember("UNDERWRITER");
  const path = `/businesses/${business.businessId}/owner-conflict`;
  const { body: shown } = await maker("GET", path);
  const claimants = shown["claimants"] as { userId: string; email: string }[];
  const primaryOwnerId = claimants.find(({ email }) => email === luis)?.userId;
  const asked = await maker("POST", `${path}/resolve`, { primaryOwnerId, reason: "The register names Luis." });
  expect(asked).toMatchObject({ status: 202, body: { state: "PENDING" } });
  const request = `/requests/${asked.body["requestId"]}`;
  const { payloadHash } = (await checker("GET", request)).body;
  const decision = { payloadHash, reason: "So does the bank." };
  expect((await maker("POST", `${request}/approve`, decision)).body["code"]).toBe("SECOND_PERSON_NEEDED");
  await elsewhere.reload();
  await second.says(conflict);

  expect((await checker("POST", `${request}/approve`, decision)).body).toMatchObject({ state: "APPROVED" });
  await elsewhere.reload();
  await second.shows("Before you start");
  await page.reload();
  await first.shows(inTouchSoon);
  await first.says(ownerFirst);
  const rows = await rowsOf(business);
  expect(Object.fromEntries(rows.roles.map(({ email, role }) => [email, role]))).toEqual({
    [rosa]: "OPERATOR",
    [luis]: "PRIMARY_OWNER",
  });
  const kinds = rows.events.map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining([
      ...["user.conflict_raised", "staff_request.made", "staff_request.approved", "user.conflict_resolved"],
    ]),
  );
  expect(rows.audit.filter(({ by }) => by === "STAFF")).toHaveLength(3);
  expect(rows.auditBreak).toBeNull();
});

test("employee: waits for the owner, and none of their answers are saved", async ({ page }) => {
  const { email } = await openAccount(page);
  const screen = inPartnersPage(page);
  await screen.choose("Employee");
  await screen.press("Continue");
  await screen.shows("An owner has to apply");
  await screenshot(page, "employee");
  await screen.press("Back");
  await screen.shows("First, tell us your role at your company");
  await expect(screen.root.getByRole("radio", { name: "Employee" })).toBeChecked();
  await screen.press("Continue");
  await screen.press("Continue as an employee");
  await screen.shows(inTouchSoon);
  await screen.says(ownerFirst);
  const employee = await applicantOf(page);
  expect(await employee.currentStep()).toBe("BLOCKED_ON_PRIMARY_OWNER");
  const tried = await employee.ask("PUT", "/api/v1/completeStep", {
    completedStep: "ONBOARDING.START_FLOW",
    data: {},
  });
  expect(tried.status).toBe(403);
  await openFinancing(page);
  await screen.shows(inTouchSoon);
  const rows = await rowsOf(await businessOf(email));
  expect(rows).toMatchObject({ roles: [{ email, role: "OPERATOR" }], steps: [], owners: [], applications: [] });
});

test("employee: has the owner emailed, the owner applies with the emailed link, and the employee can send a reminder", async ({
  page,
  browser,
}) => {
  await openAccount(page);
  const screen = inPartnersPage(page);
  await screen.choose("Employee");
  await screen.press("Continue");
  await screen.press("Continue as an employee");
  await screen.shows(inTouchSoon);
  await screen.press("Email the owner");
  await screen.says("Email is required");
  const email = `owner-${randomUUID()}@tidewater.example`;
  const link = await waitForLink(page.request, email);
  await screen.root.getByLabel("Owner’s email").fill(email);
  await screen.press("Email the owner");
  await screen.says(new RegExp(`^Sent to ${email} on `));
  await settled(page);
  await screenshot(page, "blocked-asked");

  const guest = await newGuest(browser);
  await guest.goto(await link());
  const owner = onOurPage(guest);
  await owner.press("Continue");
  await owner.shows("First, tell us your role at your company");
  await owner.choose("Business Owner");
  await owner.press("Continue");
  await owner.shows("Before you start");

  await openFinancing(page);
  await screen.says(/^An owner has begun to apply/);
  await settled(page);
  await screenshot(page, "blocked-remind");
  const reminder = await waitForLink(page.request, email);
  await screen.press("Email them again");
  expect(await reminder()).toContain("invite=");
  const rows = await rowsOf(await businessOf(email));
  expect(rows.roles).toMatchObject([{ role: "OPERATOR" }, { email, role: "PRIMARY_OWNER" }]);
  expect(rows.auditBreak).toBeNull();
});

test("two businesses: a person finds each at its own step, and the answers for one are not used for the other", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const bakery = await openAccount(page);
  const atBakery = await businessOf(bakery.email);
  await (await applicantOf(page)).answerUntil("ONBOARDING.COLLECT_PERSONAL_DETAILS", {
    SELECT_PRODUCTS: { selectedProducts: ["MCA"] },
  });
  const shop = await openAccount(page, "", bakery.email);
  const atShop = await businessOf(bakery.email);
  expect(atShop).not.toEqual(atBakery);
  const screen = inPartnersPage(page);
  await begin(screen);
  await screen.shows("What type of financing do you need?");

  const switchTo = async (name: string) => {
    await screen.press("Switch business");
    await screen.root.getByRole("menuitemradio", { name }).click();
  };
  await switchTo(bakery.name);
  await resume(page);
  await screen.shows("First, tell us who owns this business");
  await screen.press("Back");
  await expect(screen.root.getByRole("checkbox", { name: /^Merchant Cash Advance/ })).toBeChecked();
  await switchTo(shop.name);
  await screen.shows("What type of financing do you need?");
  await expect(screen.root.getByRole("checkbox", { name: /^Merchant Cash Advance/ })).not.toBeChecked();
  await screen.tick("Invoice financing");
  await screen.press("Continue");
  await screen.shows("First, tell us who owns this business");

  expect(await rowsOf(atBakery)).toMatchObject({
    steps: ["START_FLOW", "SELECT_PRODUCTS"],
    answers: { selectedProducts: ["MCA"] },
  });
  expect(await rowsOf(atShop)).toMatchObject({
    steps: ["START_FLOW", "SELECT_PRODUCTS"],
    answers: { selectedProducts: ["FAST_PAY"] },
  });
});
