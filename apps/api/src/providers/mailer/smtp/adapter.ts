import { createTransport } from "nodemailer";
import type { Mailer } from "../port.ts";

export function smtpMailer(url: string): Mailer {
  // Short patience: the engine tries again, for as long as it takes.
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
  });
  return {
    send: async ({ id, from, to, subject, html, text }) => {
      await transport.sendMail({ messageId: `<${id}@inlay>`, from, to, subject, html, text });
    },
  };
}
