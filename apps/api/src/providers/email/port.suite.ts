import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type EmailMessage, EmailNotAccepted, EmailRefused, type EmailSender } from "./port.ts";

export type ArrivedEmail = {
  subject: string;
  text: string;
  html: string;
  from: string;
  attachments: { name: string; type: string; content: Buffer }[];
};

/** What every mailer promises. `arrived` looks into the post office on the other side. */
export function behavesLikeAnEmailSender(
  emailSender: () => EmailSender,
  unreachable: () => EmailSender,
  arrived: (to: string) => Promise<ArrivedEmail[]>,
): void {
  const email = (to: string): EmailMessage => ({
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
    await emailSender().send(email(to));
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
    await emailSender().send({ ...email(to), attachments: [{ name: "Años.pdf", type: "application/pdf", content }] });
    const [arrivedEmail] = await arrived(to);
    expect(arrivedEmail?.attachments).toEqual([{ name: "Años.pdf", type: "application/pdf", content }]);
  });

  it("hands the same letter over again under the same name, so that it is one letter", async () => {
    const to = somebody();
    const once = email(to);
    await emailSender().send(once);
    await emailSender().send(once);
    expect(await arrived(to)).toHaveLength(1);
  });

  it("says refused, not unavailable, when the other side will never take it", async () => {
    await expect(emailSender().send(email(`refused-${randomUUID()}@suite.example`))).rejects.toThrow(EmailRefused);
  });

  it("says not taken when nobody could be reached", async () => {
    await expect(unreachable().send(email(somebody()))).rejects.toThrow(EmailNotAccepted);
  });
}
