import { expect, test } from "@playwright/test";
import { renderEmail, type TemplateName } from "../apps/api/src/notifications/templates/all.ts";
import { sampleSender, samples } from "../apps/api/src/notifications/templates/samples.fixture.ts";
import { themes } from "../apps/portal/src/gallery/themes.ts";

// The tests set the widths and schemes themselves, so one project is enough.
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1000, "once is enough");
test.use({ trace: "off" });

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="32"><rect width="32" height="32" rx="8" fill="#7a1f5c"/><text x="42" y="23" font-family="Arial" font-weight="bold" font-size="20" fill="#16201d">Larkspur</text></svg>`;
const logoUrl = "https://larkspur.example/logo.svg";

type Email = { name: string; html: string };

/** Every form of every template, as one platform sends it. */
async function emailsOf(locale: "en" | "es"): Promise<Email[]> {
  const emails: Email[] = [];
  for (const [template, forms] of Object.entries(samples))
    for (const [form, params] of forms.entries()) {
      const { email } = await renderEmail(template, locale, sampleSender, params);
      emails.push({ name: `${template} ${form + 1}: ${email.subject}`, html: email.html });
    }
  return emails;
}

/** One email, as platforms with other brands send it. */
async function brandedEmails(): Promise<Email[]> {
  const template: TemplateName = "account-change";
  const brands = [
    ["logo", { ...sampleSender, logoUrl } as const],
    ...Object.entries(themes).map(([name, { styles }]) => [name, { ...sampleSender, styles }] as const),
  ] as const;
  return Promise.all(
    brands.map(async ([name, sender]) => {
      const { email } = await renderEmail(template, "en", sender, samples[template][0]);
      return { name, html: email.html };
    }),
  );
}

const sheets = [
  { name: "en", load: () => emailsOf("en") },
  { name: "es", load: () => emailsOf("es") },
  { name: "brands", load: brandedEmails },
];
for (const { name: sheet, load } of sheets) {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const widthPx of [390, 640]) {
      test(`emails (${sheet}): fit ${widthPx} px in the ${colorScheme} scheme`, async ({ page }) => {
        await page.route(logoUrl, (route) => route.fulfill({ contentType: "image/svg+xml", body: logo }));
        await page.emulateMedia({ colorScheme });
        const emails = await load();
        // Each email has a frame of its own, as wide as the reader's window, on one page that is photographed once.
        await page.setViewportSize({ width: Math.floor(2000 / widthPx) * (widthPx + 20), height: 1000 });
        await page.setContent(`<body style="display:flex;flex-wrap:wrap;gap:20px;margin:0;background:#999"></body>`);
        await page.evaluate(showEmails, { emails, widthPx });
        for (const frame of page.frames().slice(1))
          expect.soft(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(widthPx);
        await page.screenshot({ path: `.local/screens/emails-${sheet}-${widthPx}-${colorScheme}.png`, fullPage: true });
      });
    }
  }
}

/** Runs in the page. Shows each email below its name, at its full height. */
async function showEmails({ emails, widthPx }: { emails: Email[]; widthPx: number }): Promise<void> {
  const loaded = emails.map(({ name, html }) => {
    const figure = document.createElement("figure");
    figure.style.cssText = `margin:0;width:${widthPx}px;overflow:hidden;font:14px/20px Arial;white-space:nowrap;background:#fff;color:#000`;
    const frame = document.createElement("iframe");
    frame.style.cssText = "display:block;border:0;width:100%";
    frame.srcdoc = html;
    figure.append(name, frame);
    document.body.append(figure);
    return new Promise<void>((resolve) => {
      frame.onload = () => {
        frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight}px`;
        resolve();
      };
    });
  });
  await Promise.all(loaded);
}
