import { createTransport } from "nodemailer";
import { EmailNotAccepted, EmailRefused, type EmailSender } from "../port.ts";

export function smtpEmail(url: string): EmailSender {
  // Short timeouts: the workflow retries for as long as it takes.
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    socketTimeout: 10_000,
  });
  return {
    send: async ({ id, from, to, subject, html, text, attachments = [], stopUrl = null }) => {
      try {
        await transport.sendMail({
          messageId: `<${id}@inlay>`,
          from,
          to,
          subject,
          html,
          text,
          ...(stopUrl && { headers: oneClickHeaders(stopUrl) }),
          attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        });
      } catch (error) {
        const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
        if (responseCode >= 500 && responseCode < 600)
          throw new EmailRefused("the server rejected the email permanently", { cause: error });
        // Before DATA the server cannot have accepted the email; afterwards the outcome is unknown.
        if (command !== "DATA") throw new EmailNotAccepted("the server did not accept the email", { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

const oneClickHeaders = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
