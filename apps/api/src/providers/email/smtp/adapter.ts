import { createTransport } from "nodemailer";
import { EmailNotAccepted, EmailRefused, type EmailSender } from "../port.ts";

export function smtpEmail(url: string): EmailSender {
  // Short patience: the engine tries again, for as long as it takes.
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    socketTimeout: 10_000,
  });
  return {
    send: async ({ id, from, to, subject, html, text, attachments = [] }) => {
      try {
        await transport.sendMail({
          messageId: `<${id}@inlay>`,
          from,
          to,
          subject,
          html,
          text,
          attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        });
      } catch (error) {
        const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
        if (responseCode >= 500 && responseCode < 600) throw new EmailRefused("refused for good", { cause: error });
        // Before the contents were sent nothing can have been taken; afterwards only the server knows.
        if (command !== "DATA") throw new EmailNotAccepted("not taken", { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
