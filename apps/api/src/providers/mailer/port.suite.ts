import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type Letter, LetterNotTaken, LetterRefused, type Mailer } from "./port.ts";

export type ArrivedLetter = {
  subject: string;
  text: string;
  html: string;
  from: string;
  attachments: { name: string; type: string; content: Buffer }[];
};

/** What every mailer promises. `arrived` looks into the post office on the other side. */
export function behavesLikeAMailer(
  mailer: () => Mailer,
  unreachable: () => Mailer,
  arrived: (to: string) => Promise<ArrivedLetter[]>,
): void {
  const letter = (to: string): Letter => ({
    id: randomUUID(),
    from: { name: "Larkspur Capital", address: "no-reply@inlay.example" },
    to,
    subject: "¿Todo bien, señor Núñez?",
    html: "<p>Sí</p>",
    text: "Sí",
  });
  const somebody = () => `${randomUUID()}@suite.example`;

  it("hands a letter over as it was written", async () => {
    const to = somebody();
    await mailer().send(letter(to));
    expect(await arrived(to)).toMatchObject([
      {
        subject: "¿Todo bien, señor Núñez?",
        from: "Larkspur Capital",
        text: expect.stringContaining("Sí"),
        html: expect.stringContaining("<p>Sí</p>"),
      },
    ]);
  });

  it("hands over what is attached, to the byte", async () => {
    const to = somebody();
    const content = Buffer.from([0, 255, 13, 10, 46, 13, 10, 0, 128]);
    await mailer().send({ ...letter(to), attachments: [{ name: "Años.pdf", type: "application/pdf", content }] });
    const [arrivedLetter] = await arrived(to);
    expect(arrivedLetter?.attachments).toEqual([{ name: "Años.pdf", type: "application/pdf", content }]);
  });

  it("hands the same letter over again under the same name, so that it is one letter", async () => {
    const to = somebody();
    const once = letter(to);
    await mailer().send(once);
    await mailer().send(once);
    expect(await arrived(to)).toHaveLength(1);
  });

  it("says refused, not unavailable, when the other side will never take it", async () => {
    await expect(mailer().send(letter(`refused-${randomUUID()}@suite.example`))).rejects.toThrow(LetterRefused);
  });

  it("says not taken when nobody could be reached", async () => {
    await expect(unreachable().send(letter(somebody()))).rejects.toThrow(LetterNotTaken);
  });
}
