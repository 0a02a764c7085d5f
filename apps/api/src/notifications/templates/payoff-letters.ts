import { z } from "zod";
import { action, dollars, firstName, paragraph, template, title } from "./email.ts";

const yours = { en: "your business", es: "su empresa" };

/** For the primary owner: every payoff figure of the chosen loan is there, so the agreement can be signed. */
export const payoffLettersReceived = template({
  params: z.object({ firstName, businessName: z.string().nullable(), url: z.url() }),
  text: (locale, _, { businessName, url }) => {
    const name = businessName ?? yours[locale];
    const words = {
      en: {
        subject: `You can sign the agreement for ${name}`,
        heading: "You can sign your agreement now",
        lead: "Your other lender has told us what it takes to pay off your debt. It is the figure that your offer shows.",
        what: "Please read and sign the documents on your page while your offer is open. Nothing is owed until you sign.",
        button: "Read and sign",
      },
      es: {
        subject: `Ya puede firmar el contrato de ${name}`,
        heading: "Ya puede firmar su contrato",
        lead: "Su otro prestamista nos informó cuánto se necesita para liquidar su deuda. Es la cifra que muestra su oferta.",
        what: "Lea y firme los documentos en su página mientras su oferta esté abierta. No debe nada hasta que firme.",
        button: "Leer y firmar",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});

/** For the primary owner: another lender demands another payoff than the chosen loan showed, and what that changes. */
export const payoffChanged = template({
  params: z.object({
    firstName,
    businessName: z.string().nullable(),
    fromCents: z.int(),
    toCents: z.int(),
    loanAmountCents: z.int(),
    payoutCents: z.int(),
    /** Every payoff figure is there, so the documents can be signed. */
    canSign: z.boolean(),
    url: z.url(),
  }),
  text: (locale, _, { businessName, fromCents, toCents, loanAmountCents, payoutCents, canSign, url }) => {
    const name = businessName ?? yours[locale];
    const [from, to, loan, payout] = [fromCents, toCents, loanAmountCents, payoutCents].map((one) =>
      dollars(locale, one),
    );
    const words = {
      en: {
        subject: `A payoff figure for ${name} has changed`,
        heading: "A payoff figure has changed",
        lead: `Your other lender asks for ${to} to pay off your debt, instead of ${from}. Your loan stays ${loan}, with the same payments. After the fee and what it pays off, you receive ${payout}.`,
        what: canSign
          ? "We have made your documents again with this figure. Please read and sign them on your page, also if you have signed before."
          : "We make your documents again with this figure. We are still waiting for another payoff figure and will write to you when you can sign.",
        button: canSign ? "Read and sign" : "See your offer",
      },
      es: {
        subject: `Cambió una cifra de liquidación de ${name}`,
        heading: "Cambió una cifra de liquidación",
        lead: `Su otro prestamista pide ${to} para liquidar su deuda, en lugar de ${from}. Su préstamo sigue siendo de ${loan}, con los mismos pagos. Después de la comisión y de lo que liquida, usted recibe ${payout}.`,
        what: canSign
          ? "Volvimos a preparar sus documentos con esta cifra. Léalos y fírmelos en su página, aunque ya los haya firmado antes."
          : "Volvemos a preparar sus documentos con esta cifra. Aún esperamos otra cifra de liquidación y le escribiremos cuando pueda firmar.",
        button: canSign ? "Leer y firmar" : "Ver su oferta",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});
