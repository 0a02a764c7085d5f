import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type EmailMessage, EmailNotAccepted, EmailRefused, type EmailSender } from "./port.ts";

export type ArrivedEmail = {
  subject: string;
  text: string;
  html: string;
  from: string;
  attachments: { name: string; type: string; content: Buffer }[];
  stopUrl: string | null;
};

/** The contract of every email sender. `arrived` returns the emails that the server received. */
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
  const aRecipient = () => `${randomUUID()}@suite.example`;

  it("delivers an email as it was written", async () => {
    const to = aRecipient();
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

  it("delivers attachments byte for byte", async () => {
    const to = aRecipient();
    const content = Buffer.from([0, 255, 13, 10, 46, 13, 10, 0, 128]);
    await emailSender().send({ ...email(to), attachments: [{ name: "Años.pdf", type: "application/pdf", content }] });
    const [arrivedEmail] = await arrived(to);
    expect(arrivedEmail?.attachments).toEqual([{ name: "Años.pdf", type: "application/pdf", content }]);
  });

  it("tells the recipient's mail program where it stops such emails in one click, if it can", async () => {
    const to = aRecipient();
    const stopUrl = `https://inlay.example/stop?token=${"x".repeat(60)}`;
    await emailSender().send({ ...email(to), stopUrl });
    await emailSender().send(email(to));
    expect((await arrived(to)).map((one) => one.stopUrl)).toEqual([null, stopUrl]);
  });

  it("sends a repeat with the same message id, so that it is one email", async () => {
    const to = aRecipient();
    const once = email(to);
    await emailSender().send(once);
    await emailSender().send(once);
    expect(await arrived(to)).toHaveLength(1);
  });

  it("throws EmailRefused when the server rejects the recipient permanently", async () => {
    await expect(emailSender().send(email(`refused-${randomUUID()}@suite.example`))).rejects.toThrow(EmailRefused);
  });

  it("throws EmailNotAccepted when the server is unreachable", async () => {
    await expect(unreachable().send(email(aRecipient()))).rejects.toThrow(EmailNotAccepted);
  });
}
