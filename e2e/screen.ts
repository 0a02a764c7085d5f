import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { sampleDocument } from "./applicant.ts";
import { portal, reach } from "./demo.ts";
import { confirmItIsMe } from "./step-up.ts";
import { wordsIn } from "./words.ts";

/** What a person sees and does in the portal, in the partner's page or on our own. */
export type Screen = {
  root: Page | FrameLocator;
  heading: Locator;
  /** Expects this heading. */
  shows(title: string | RegExp): Promise<void>;
  says(text: string | RegExp): Promise<void>;
  button(name: string): Locator;
  field(id: string): Locator;
  press(name: string): Promise<void>;
  choose(name: string): Promise<void>;
  /** Chooses this answer in every question that has it. */
  chooseEverywhere(name: string): Promise<void>;
  tick(name: string): Promise<void>;
  fill(fields: Record<string, string>): Promise<void>;
  /** Passes the step-up that the last request needs. */
  confirmItIsMe(): Promise<void>;
  /** Chooses a file and waits until it is uploaded. */
  upload(name: string): Promise<void>;
};

const uploaded = new RegExp(`^(Uploaded|${wordsIn("es")("Uploaded")})`);

function screenOf(page: Page, root: Page | FrameLocator, reach: (target: Locator) => Promise<Locator>): Screen {
  const heading = root.getByRole("heading", { level: 1 });
  const button = (name: string) => root.getByRole("button", { name, exact: true });
  const field = (id: string) => root.locator(`[id="${id}"]`);
  return {
    root,
    heading,
    button,
    field,
    shows: (title) => expect(heading).toHaveText(title),
    says: (text) => expect(root.getByText(text).first()).toBeVisible(),
    press: async (name) => {
      await (await reach(button(name))).click();
    },
    choose: async (name) => {
      await (await reach(root.getByRole("radio", { name }))).check();
    },
    chooseEverywhere: async (name) => {
      for (const answer of await root.getByRole("radio", { name }).all()) await (await reach(answer)).check();
    },
    tick: async (name) => {
      await (await reach(root.getByRole("checkbox", { name: new RegExp(`^${name}`, "i") }))).check();
    },
    fill: async (fields) => {
      for (const [id, text] of Object.entries(fields)) await field(id).fill(text);
    },
    confirmItIsMe: () => confirmItIsMe(page, root),
    upload: async (name) => {
      await root
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: "application/pdf", buffer: sampleDocument });
      const arrived = root.getByRole("listitem").filter({ hasText: name }).getByText(uploaded);
      await expect(arrived).toBeVisible();
    },
  };
}

export const inPartnersPage = (page: Page): Screen => screenOf(page, portal(page), (target) => reach(page, target));
export const onOurPage = (page: Page): Screen => screenOf(page, page, async (target) => target);
