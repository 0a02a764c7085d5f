import { expect, type Page, test } from "@playwright/test";
import {
  rightAnswers,
  type WrongInput,
  wrongInputs,
} from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { heading, openAccount, portal, settled } from "./demo.ts";

// A sentence is the same at any size of the window.
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1000, "once is enough");
// One page for each step: every wrong input is put right again before the next.
test.describe.configure({ mode: "serial" });

let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await openAccount(page);
  await portal(page).getByRole("radio", { name: "Business Owner" }).check();
  await goOn();
  await expect(heading(page)).toHaveText("See if you qualify for financing");
});
test.afterAll(() => page.close());

async function goOn(): Promise<void> {
  await settled(page);
  await portal(page).getByRole("button", { name: "Continue", exact: true }).click();
}

const field = (name: string) => portal(page).locator(`[id="${name}"]`);

/** The sentence stands beside the field, which says that it is wrong and is described by it. */
async function says(name: string, sentence: string): Promise<void> {
  await expect(field(name)).toHaveAccessibleDescription(new RegExp(escaped(sentence)));
}
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What only an untouched list can earn is looked at before anything is chosen there; a country elsewhere can only be picked. */
const isForUntouched = ({ field: name, value }: WrongInput) => (name === "state" || name === "country") && value === "";
const isPicked = ({ value }: WrongInput) => value === "Canada";

test.describe("the screen of START_FLOW", () => {
  for (const { field: name, sentence } of wrongInputs.START_FLOW) {
    test(`without ${name} says: ${sentence}`, async () => {
      await goOn();
      await says(name, sentence);
    });
  }

  test("goes on when nothing is wrong any more", async () => {
    for (const yes of await portal(page).getByRole("radio", { name: "Yes" }).all()) await yes.check();
    await goOn();
    await expect(heading(page)).toHaveText("Good news: you look eligible");
    await goOn();
    await expect(heading(page)).toHaveText("What type of financing do you need?");
  });
});

test.describe("the screen of SELECT_PRODUCTS", () => {
  for (const { field: name, sentence } of wrongInputs.SELECT_PRODUCTS) {
    test(`without ${name} says: ${sentence}`, async () => {
      await goOn();
      await says(name, sentence);
    });
  }

  test("goes on when nothing is wrong any more", async () => {
    await portal(page).getByRole("checkbox", { name: "Term loan" }).check();
    await goOn();
    await expect(heading(page)).toHaveText("First, tell us who owns this business");
  });
});

const details = {
  COLLECT_PERSONAL_DETAILS: { search: "Home address", next: "Now, tell us more about the business" },
  COLLECT_BUSINESS_DETAILS: { search: "Business address", next: null },
} as const;

for (const [step, { search, next }] of Object.entries(details)) {
  const name = step as keyof typeof details;
  const right: Record<string, string> = rightAnswers[name];
  const inputs = wrongInputs[name];
  const texts = Object.keys(right).filter((key) => key !== "state" && key !== "country");

  test.describe(`the screen of ${step}`, () => {
    for (const { sentence } of inputs.filter(isPicked)) {
      test(`with an address in Canada says: ${sentence}`, async () => {
        await portal(page).getByRole("combobox", { name: search }).fill("100 king");
        await portal(page).getByRole("option", { name: "100 King St W, Toronto, ON, Canada" }).click();
        await says("addressLineOne", sentence);
      });
    }

    test("asks for all parts of an address that is typed by hand", async () => {
      await portal(page).getByRole("combobox", { name: search }).fill("");
      await page.keyboard.press("Escape");
      await portal(page).getByRole("button", { name: "Can't find your address?" }).click();
      for (const key of texts) await field(key).fill(right[key] ?? "");
      await goOn();
    });

    for (const { field: key, sentence } of inputs.filter(isForUntouched)) {
      test(`without ${key} says: ${sentence}`, () => says(key, sentence));
    }

    test("takes a state and a country", async () => {
      await field("state").selectOption(right["state"] ?? "");
      await field("country").selectOption(right["country"] ?? "");
    });

    for (const input of inputs.filter((one) => !isForUntouched(one) && !isPicked(one))) {
      const { field: key, value, sentence } = input;
      test(`with ${key} ${JSON.stringify(value)} says: ${sentence}`, async () => {
        await field(key).fill(String(value));
        await goOn();
        await says(key, sentence);
        await field(key).fill(right[key] ?? "");
        await expect(portal(page).locator(`[id="${key}-error"]`)).toHaveCount(0);
      });
    }

    if (next) {
      test("goes on when nothing is wrong any more", async () => {
        await goOn();
        await expect(heading(page)).toHaveText(next);
      });
      return;
    }
    test("with a name that another business has says: This business already exists. Please continue with a new business.", async () => {
      await goOn();
      await says("businessName", "This business already exists. Please continue with a new business.");
    });
    test("goes on when nothing is wrong any more", async () => {
      await field("businessName").fill(`Harbor Bakery ${Date.now()}`);
      await goOn();
      await expect(heading(page)).toHaveText("Connect your bank account");
    });
  });
}
