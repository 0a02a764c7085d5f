import { z } from "zod";
import { action, dayIn, firstName, paragraph, template, title } from "./email.ts";

const yours = { en: "your business", es: "su empresa" };
const params = { firstName, businessName: z.string().nullable(), cureBy: z.iso.date(), url: z.url() };

/** For every owner: the advance has no account that may be debited, and by when one is named without a breach of the agreement. */
export const authorizationWanted = template({
  params: z.object({ ...params, isReminder: z.boolean() }),
  text: (locale, _, { businessName, cureBy, isReminder, url }) => {
    const name = businessName ?? yours[locale];
    const day = dayIn(locale, cureBy);
    const words = {
      en: {
        subject: isReminder
          ? `Please name a bank account for ${name} by ${day}`
          : `The advance of ${name} needs a bank account`,
        heading: `Please name a bank account by ${day}`,
        lead: "We may not debit your share of sales any more: the authorization was revoked, or the account cannot be debited. Automatic payments are off, and those that were planned are cancelled.",
        what: `The agreement of your advance asks for an account that may be debited. Please authorize one by ${day}; until then, what falls due can be paid by wire. Without an account after that day, the agreement is breached. Slow sales are never a breach.`,
        button: "Name an account",
      },
      es: {
        subject: isReminder
          ? `Indique una cuenta bancaria para ${name} a más tardar el ${day}`
          : `El adelanto de ${name} necesita una cuenta bancaria`,
        heading: `Indique una cuenta bancaria a más tardar el ${day}`,
        lead: "Ya no podemos debitar su parte de las ventas: la autorización fue revocada o la cuenta no puede debitarse. Los pagos automáticos están desactivados y los previstos se cancelaron.",
        what: `El contrato de su adelanto exige una cuenta que pueda debitarse. Autorice una a más tardar el ${day}; hasta entonces, lo que venza puede pagarse por transferencia. Sin una cuenta después de ese día, el contrato se incumple. Las ventas bajas nunca son un incumplimiento.`,
        button: "Indicar una cuenta",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});

/** For every owner: no account was named in time, and how the breach is cured. */
export const advanceBreached = template({
  params: z.object(params),
  text: (locale, _, { businessName, cureBy, url }) => {
    const name = businessName ?? yours[locale];
    const day = dayIn(locale, cureBy);
    const words = {
      en: {
        subject: `The advance of ${name} has no bank account`,
        heading: "The agreement of your advance is breached",
        lead: `No account that may be debited was named by ${day}. Our staff now look at the advance and may contact you.`,
        what: "You can still cure the breach: authorize an account, and automatic payments begin again. If you cannot, please answer this email, so that we find another way.",
        button: "Name an account",
      },
      es: {
        subject: `El adelanto de ${name} no tiene cuenta bancaria`,
        heading: "El contrato de su adelanto se ha incumplido",
        lead: `No se indicó a más tardar el ${day} una cuenta que pueda debitarse. Nuestro personal revisa ahora el adelanto y puede comunicarse con usted.`,
        what: "Todavía puede subsanarlo: autorice una cuenta y los pagos automáticos se reanudan. Si no puede, responda a este correo para que encontremos otra manera.",
        button: "Indicar una cuenta",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});
