import { expect, test } from "@playwright/test";
import { portal } from "./demo.ts";
import { screenshot } from "./screenshot.ts";
import { type Shown, show } from "./shown.ts";
import { wordsIn } from "./words.ts";

const documentId = "0199a2f0-0000-7000-8000-000000000002";
const documents: Shown = {
  step: "REQUEST_ADDITIONAL_USER_INPUT",
  subStep: "ADDITIONAL_DOCUMENTS_UPLOAD",
  data: {
    files: [{ documentId, fileUrl: `https://files.test/${documentId}`, fileName: "lease.pdf", isReady: true }],
    request: null,
  },
};
const guidance = "Please upload clear copies, not photos or scans.";

for (const { device, text, use } of [
  { device: "with a mouse", text: "SELECT FILE OR DROP IT HERE", use: {} },
  { device: "on a touch screen", text: "Choose file", use: { hasTouch: true, isMobile: true } },
]) {
  test.describe(`upload area ${device}`, () => {
    test.use(use);

    test(`reads ${text}, and says what the documents should be like`, async ({ page }) => {
      await show(page, documents);
      const area = portal(page).locator("#files");
      await expect(area).toHaveText(text);
      await expect(area).toHaveAccessibleDescription(guidance);
      await screenshot(page, `upload ${device}`.replaceAll(" ", "-"));
      const asked = page.waitForRequest((request) => request.url().includes(documentId));
      await portal(page).getByRole("button", { name: "Download lease.pdf" }).click();
      await asked;
      await portal(page).getByRole("button", { name: "Español" }).click();
      await expect(area).toHaveText(wordsIn("es")(text));
      await expect(area).toHaveAccessibleDescription(wordsIn("es")(guidance));
      await screenshot(page, `upload ${device} es`.replaceAll(" ", "-"));
    });
  });
}
