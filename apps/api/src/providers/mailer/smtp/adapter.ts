import { createTransport } from "nodemailer";
import { LetterRefused, type Mailer } from "../port.ts";

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
      try {
        await transport.sendMail({ messageId: `<${id}@inlay>`, from, to, subject, html, text });
      } catch (error) {
        const { responseCode = 0 } = error as { responseCode?: number };
        if (responseCode >= 500 && responseCode < 600) throw new LetterRefused("refused for good", { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
