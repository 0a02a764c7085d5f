import { describe, expect, it } from "vitest";
import { renderEmail } from "./all.ts";
import { sampleSender as sender } from "./samples.fixture.ts";

const url = "http://localhost:4001/?accountChange=yes#a-token";
const account = {
  last4: "6789",
  bankName: "First Calm Bank",
  holderName: null,
  what: ["TYPED", "CHOSEN_FOR_PAYOUTS"],
  firstPayoutOn: "2026-11-20",
};
const changed = async (locale: "en" | "es", more: object = {}) =>
  (
    await renderEmail("account-change", locale, sender, {
      firstName: "Luis",
      businessName: "Harbor Bakery",
      madeBy: { kind: "PERSON", name: "Ana Ruiz" },
      accounts: [account],
      url,
      worksUntil: "2026-11-24",
      ...more,
    })
  ).email;
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

describe("email about a changed account", () => {
  it("says who changed what, from which day money can go there, and how to stop it", async () => {
    const { subject, text } = await changed("en");
    expect(subject).toBe("A bank account of Harbor Bakery was changed");
    for (const words of [
      "Hello Luis, Ana Ruiz changed the bank accounts of Harbor Bakery:",
      "Account ending in 6789 (First Calm Bank): entered by hand, chosen for payouts",
      "we send no money there before November 20, 2026",
      "Opening the page changes nothing",
      "works until November 24, 2026",
      url,
    ])
      expect(oneLine(text)).toContain(words);
  });

  it("is in Spanish", async () => {
    const { subject, text } = await changed("es", { madeBy: { kind: "PLATFORM", name: null } });
    expect(subject).toBe("Se cambió una cuenta bancaria de Harbor Bakery");
    for (const words of [
      "Hola, Luis: Larkspur Capital cambió las cuentas bancarias de Harbor Bakery:",
      "Cuenta que termina en 6789 (First Calm Bank): escrita a mano, elegida para recibir dinero",
      "antes del 20 de noviembre de 2026",
    ])
      expect(oneLine(text)).toContain(words);
  });

  it("names the bank and no hold when a bank corrected an account", async () => {
    const accounts = [{ ...account, what: ["CORRECTED"], firstPayoutOn: null }];
    const { text } = await changed("en", { madeBy: { kind: "BANK", name: null }, accounts });
    expect(oneLine(text)).toContain("A bank told us of a change to the accounts of Harbor Bakery");
    expect(oneLine(text)).toContain("your authorization stays in force");
    expect(oneLine(text)).not.toContain("we send no money");
  });
});

describe("email about a stopped change", () => {
  const stopped = async (locale: "en" | "es", more: object = {}) =>
    oneLine(
      (
        await renderEmail("account-change-stopped", locale, sender, {
          firstName: "Ana",
          businessName: "Harbor Bakery",
          stoppedBy: "Luis Ortega",
          accounts: ["6789", "4411"],
          wasPaid: false,
          wasSignedOut: true,
          usedAgain: { payouts: "0001", repayments: "0001" },
          ...more,
        })
      ).email.text,
    );

  it("says who stopped it, what is blocked, which account is used and what comes next", async () => {
    const text = await stopped("en");
    for (const words of [
      "Hello Ana, Luis Ortega stopped a change",
      "We neither pay to nor debit the accounts ending in 6789 and 4411",
      "Payouts go to the account ending in 0001",
      "Whoever made the change was signed out",
      "help@larkspur.example",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("cannot hold it back");
  });

  it("says in Spanish that it was too late for what was sent, and that payouts wait", async () => {
    const text = await stopped("es", {
      wasPaid: true,
      wasSignedOut: false,
      usedAgain: { payouts: null, repayments: null },
    });
    for (const words of ["No podemos retenerlo", "Los envíos esperan", "6789 y 4411"]) expect(text).toContain(words);
    expect(text).not.toContain("Cerramos la sesión");
  });
});
