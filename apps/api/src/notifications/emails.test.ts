import { randomUUID } from "node:crypto";
import { contrastRatio } from "@inlay/contracts/theme/contrast.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../../scripts/processes.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { saveStyleConfiguration } from "../platforms/style-configurations.ts";
import { type EmailMessage, EmailNotAccepted, EmailRefused, type EmailSender } from "../providers/email/port.ts";
import { smtpEmail } from "../providers/email/smtp/adapter.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { deliverEmail, prepareEmail, queueEmail } from "./emails.ts";
import { renderEmail, type TemplateName } from "./templates/all.ts";
import { colorsOf } from "./templates/brand.ts";
import { type Locale, withSinglePeriods } from "./templates/email.ts";
import { sampleSender, sampleStyles, samples } from "./templates/samples.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  [server, sandbox] = await Promise.all([testServer(), testSandbox()]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

async function queued(recipient: string, platform?: { id: string }) {
  const { id: platformId } = platform ?? (await server.platform());
  const order = {
    platformId,
    businessId: null,
    key: `sign-in/${randomUUID()}`,
    template: "sign-in-code",
    locale: "en",
    recipient,
  } as const;
  const email = await prepareEmail(server.app, { ...order, params: { firstName: "Ana", code: "246810", minutes: 10 } });
  await inScope(server.app.pool, { platformId, businessId: "whole platform" }, (tx) => queueEmail(tx, email));
  return { platformId, businessId: null, id: email.id };
}

describe("email delivery", () => {
  it("sends an email once, however many workers try at the same time", async () => {
    const ids = await queued("race@emails.test");
    const emailSender = smtpEmail(sandbox.smtpUrl);
    const before = await sandbox.deliveries();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => deliverEmail(server.app, emailSender, ids)),
    );
    emailSender.close();
    expect((await sandbox.deliveries()) - before).toBe(1);
    // Concurrent attempts are rejected. A later one finds the email sent.
    for (const one of tries)
      if (one.status === "rejected") expect(String(one.reason)).toContain("another worker is sending");
    await deliverEmail(server.app, emailSender, ids);
    expect((await sandbox.deliveries()) - before).toBe(1);
  });

  it("releases the claim at once when the server is unreachable", async () => {
    const ids = await queued("away@emails.test");
    const unreachable = smtpEmail(`smtp://127.0.0.1:${await freePort()}`);
    await expect(deliverEmail(server.app, unreachable, ids)).rejects.toThrow(EmailNotAccepted);
    const emailSender = smtpEmail(sandbox.smtpUrl);
    await deliverEmail(server.app, emailSender, ids);
    emailSender.close();
    expect(await sandbox.emailsTo("away@emails.test")).toHaveLength(1);
  });

  it("reports an address that is refused permanently", async () => {
    const emailSender = smtpEmail(sandbox.smtpUrl);
    await expect(deliverEmail(server.app, emailSender, await queued("refused@emails.test"))).rejects.toThrow(
      EmailRefused,
    );
    emailSender.close();
  });

  it("attaches the same file, to the byte, when an email is sent again", async () => {
    const { id: platformId } = await server.platform();
    const recipient = "attached@emails.test";
    const email = await prepareEmail(server.app, {
      platformId,
      businessId: null,
      key: `sign-in/${randomUUID()}`,
      template: "primary-owner-conflict",
      locale: "es",
      recipient,
      params: { businessName: "Panadería #Ñandú*", businessId: "biz_1" },
    });
    await inScope(server.app.pool, { platformId, businessId: "whole platform" }, (tx) => queueEmail(tx, email));
    const sent: EmailMessage[] = [];
    const lost: EmailSender = {
      send: async (email) => {
        sent.push(email);
        throw new EmailNotAccepted("unreachable");
      },
      close: () => {},
    };
    const ids = { platformId, businessId: null, id: email.id };
    await expect(deliverEmail(server.app, lost, ids)).rejects.toThrow(EmailNotAccepted);
    await expect(deliverEmail(server.app, lost, ids)).rejects.toThrow(EmailNotAccepted);
    const [one, again] = sent.map(({ attachments }) => attachments?.[0]);
    expect(one).toMatchObject({ name: "De quién es esta empresa.pdf", type: "application/pdf" });
    expect(again?.content.equals(one?.content ?? Buffer.alloc(0))).toBe(true);
    const emailSender = smtpEmail(sandbox.smtpUrl);
    await deliverEmail(server.app, emailSender, ids);
    emailSender.close();
    const [arrived] = await sandbox.emailsTo(recipient);
    expect(arrived?.attachments).toMatchObject([{ name: one?.name, size: one?.content.length }]);
  });
});

describe("sender of an email", () => {
  const theme = (logoUrl: string) => ({
    name: "Plain",
    isDefault: true,
    styles: { ...sampleStyles, primaryColor: "#7a1f5c" },
    signInPage: { title: "", body: "", backgroundImageUrl: null, logoUrl },
  });
  const sent = async (recipient: string, logoUrl: string) => {
    const platform = await server.platform({
      platformProgramName: "Larkspur Capital",
      referenceKanmonInCopy: true,
      licenseLine: "Licensed in Oregon.",
      postalAddress: "200 SW Market Street, Portland, OR 97201",
    });
    await inScope(server.app.pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
      saveStyleConfiguration(tx, platform.id, theme(logoUrl)),
    );
    const emailSender = smtpEmail(sandbox.smtpUrl);
    await deliverEmail(server.app, emailSender, await queued(recipient, platform));
    emailSender.close();
    const [email] = await sandbox.emailsTo(recipient);
    if (!email) throw new Error("no email arrived");
    return email;
  };

  it("is the platform's program with its settings and its default theme", async () => {
    const { subject, text, html } = await sent("brand@emails.test", "https://larkspur.example/logo.png");
    expect(subject).toBe("246810 is your sign-in code");
    for (const words of [
      "Larkspur Capital writes on behalf of Test platform. Financing by Inlay.",
      "Licensed in Oregon.",
      "200 SW Market Street, Portland, OR 97201",
    ])
      expect(text).toContain(words);
    expect(html).toMatch(/<img[^>]*alt="Larkspur Capital"[^>]*src="https:\/\/larkspur\.example\/logo\.png"/);
  });

  it("has its monogram in its color instead of a logo that is not on https", async () => {
    const { html } = await sent("plain@emails.test", "http://larkspur.example/logo.png");
    expect(html).not.toContain("<img");
    expect(html).toMatch(/<td class="primary"[^>]*background-color:#7a1f5c[^>]*>L<\/td>/);
  });
});

const cases = Object.entries(samples).flatMap(([template, forms]) =>
  (["en", "es"] as const).flatMap((locale) =>
    forms.map((params, form) => ({
      name: `${template} ${form + 1}`,
      template: template as TemplateName,
      locale,
      params,
    })),
  ),
);
type Case = (typeof cases)[number];
const written = async ({ template, locale, params }: Case, changes: Partial<typeof sampleSender> = {}) =>
  (await renderEmail(template, locale, { ...sampleSender, ...changes }, params)).email;
const greetings: Record<Locale, (name?: string | null) => string> = {
  en: (name) => (name ? `Hello ${name},` : "Hello,"),
  es: (name) => (name ? `Hola, ${name}:` : "Hola:"),
};
const codeOf = ({ params }: Case) => ("code" in params ? params.code : "none");

describe.each(cases)("email $name ($locale)", (one) => {
  const { template, locale, params } = one;
  let email: Awaited<ReturnType<typeof written>>;
  beforeAll(async () => {
    email = await written(one);
  });

  it("greets the reader once, by name if it is known", () => {
    const { text } = email;
    expect(text.match(/^.*\b(Hello|Hola)\b.*$/gm)).toEqual([
      greetings[locale]("firstName" in params ? params.firstName : null),
    ]);
  });

  it("says who writes on whose behalf, who lends, under which license and from which address", () => {
    const { text, html } = email;
    const behalf = {
      en: "Larkspur Capital writes on behalf of Larkspur Invoicing Inc. Financing by Inlay.",
      es: "Larkspur Capital escribe en nombre de Larkspur Invoicing Inc. Financiamiento de Inlay.",
    }[locale];
    for (const words of [behalf, sampleSender.licenseLine, sampleSender.postalAddress, sampleSender.supportEmail]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
  });

  it("has no two periods after a name that ends with one", async () => {
    const { subject, text } = await written(one, {
      programName: "Larkspur Capital Inc.",
      lenderName: "Larkspur Capital Inc.",
    });
    expect(subject).not.toContain("..");
    expect(text).not.toContain("..");
  });

  it("has a sign-in code in its subject, but no code of a step-up in its subject or preview", () => {
    const { subject, html } = email;
    const code = codeOf(one);
    if (template === "sign-in-code") {
      expect(subject).toBe({ en: `${code} is your sign-in code`, es: `${code} es su código de acceso` }[locale]);
      return;
    }
    expect(subject).not.toMatch(/\d{6}/);
    if (template === "step-up-code") expect(html.split(code)).toHaveLength(2);
  });

  it("has colors for the dark scheme", () => {
    const { html } = email;
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain("@media (prefers-color-scheme: dark)");
  });
});

describe("emails", () => {
  const [example] = cases as [Case];
  const hostile = ["#ffff00", "#ffffff", "#000000", "#777777", "#ff0000", "#00ff00", "#b9c2c0", "#0000ff"];
  const brands = hostile.flatMap((primaryColor) =>
    ["#ffffff", "#101010", "#8a8a8a"].map((modalBackgroundColor) => ({
      ...sampleStyles,
      primaryColor,
      modalBackgroundColor,
      bodySmall: { ...sampleStyles.bodySmall, color: "#aaaaaa" },
      button: { ...sampleStyles.button, color: primaryColor },
    })),
  );

  it.each(brands)("have readable buttons with $primaryColor on $modalBackgroundColor", async (styles) => {
    const { html } = await written(example, { styles });
    const inline = /class="primary button" style="[^"]*background-color:(#\w+)[^"]*;color:(#\w+)/.exec(html);
    const dark = /\.primary \{ background-color: (#\w+) !important; color: (#\w+)/.exec(html);
    for (const [, background = "", color = ""] of [inline ?? [], dark ?? []])
      expect(contrastRatio(color, background)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(brands)("have readable text with $primaryColor on $modalBackgroundColor", (styles) => {
    for (const scheme of ["light", "dark"] as const) {
      const { card, tint, onTint, ink, inkSoft, link } = colorsOf({ styles }, scheme);
      for (const color of [ink, inkSoft, link]) expect(contrastRatio(color, card)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(onTint, tint)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("name the program alone when it has the platform's name, and omit what the platform has not set", async () => {
    const { text } = await written(example, {
      platformName: "Larkspur Capital",
      supportPhone: null,
      licenseLine: "",
      postalAddress: "",
    });
    expect(text).toMatch(
      /Questions\? Write to help@larkspur\.example\.\n\nThis email is from Larkspur Capital\. Financing by Inlay\.$/,
    );
  });

  it("keep an ellipsis", () => {
    expect(withSinglePeriods("Acme Inc.. and so on...")).toBe("Acme Inc. and so on...");
  });
});
