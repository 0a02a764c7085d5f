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
  /** Checks checkboxes or radio buttons by their ids. */
  check(...ids: string[]): Promise<void>;
  fill(fields: Record<string, string>): Promise<void>;
  /** Passes the step-up that the last request needs. */
  confirmItIsMe(): Promise<void>;
  /** Chooses a file and waits until it is uploaded. */
  upload(name: string): Promise<void>;
};

const uploaded = new RegExp(`^(Uploaded|${wordsIn("es")("Uploaded")})`);

type Places = { root: Page | FrameLocator; reach: (target: Locator) => Promise<Locator> };
export type OnShown = (screen: Screen, isMoved: boolean) => Promise<void>;

function screenOf(page: Page, { root, reach }: Places, onShown?: OnShown): Screen {
  let isMoved = false;
  // A person who opens the page is left where they are.
  page.on("domcontentloaded", () => {
    isMoved = false;
  });
  const heading = root.getByRole("heading", { level: 1 });
  const button = (name: string) => root.getByRole("button", { name, exact: true });
  const field = (id: string) => root.locator(`[id="${id}"]`);
  const screen: Screen = {
    root,
    heading,
    button,
    field,
    shows: async (title) => {
      await expect(heading).toHaveText(title);
      await onShown?.(screen, isMoved);
    },
    says: (text) => expect(root.getByText(text).first()).toBeVisible(),
    press: async (name) => {
      await (await reach(button(name))).click();
      isMoved = true;
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
    check: async (...ids) => {
      for (const id of ids) await (await reach(field(id))).check();
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
  return screen;
}

/** `onShown` is called at every screen that the person is expected to see. */
export const inPartnersPage = (page: Page, onShown?: OnShown): Screen =>
  screenOf(page, { root: portal(page), reach: (target) => reach(page, target) }, onShown);
export const onOurPage = (page: Page, onShown?: OnShown): Screen =>
  screenOf(page, { root: page, reach: async (target) => target }, onShown);
