import { expect, it } from "vitest";
import { renderEmail } from "./all.ts";
import { sampleSender as sender } from "./samples.fixture.ts";

const url = "http://localhost:4001/?accountant=a-token&locale=en";
const written = async (locale: "en" | "es", businessName: string | null) =>
  (await renderEmail("accountant-invitation", locale, sender, { firstName: "Nora", businessName, url, days: 14 }))
    .email;

it("accountant invitation: names the client and the link's lifetime, and reveals nothing else of the business", async () => {
  const email = await written("en", "Harbor Bakery");
  expect(email.subject).toBe("Harbor Bakery asks for your help with Larkspur Capital");
  for (const words of ["Hello Nora", "Harbor Bakery", "works once and for 14 days", url])
    expect(email.text).toContain(words);
});

it("accountant invitation: is in Spanish, and omits a name that is not known yet", async () => {
  const email = await written("es", null);
  expect(email.subject).toBe("Un cliente le pide ayuda con Larkspur Capital");
  for (const words of ["Hola, Nora", "una sola vez y durante 14 días", url]) expect(email.text).toContain(words);
});
