import { z } from "zod";
import { action, dollars, firstName, paragraph, template, title } from "./email.ts";

const yours = { en: "your business", es: "su empresa" };
const params = z.object({
  firstName,
  businessName: z.string().nullable(),
  amountCents: z.int(),
  url: z.url(),
});

/** For the primary owner: a wire or check has come back, and what it had paid is owed again. */
export const outsidePaymentReturned = template({
  params,
  text: (locale, _, { businessName, amountCents, url }) => {
    const [name, amount] = [businessName ?? yours[locale], dollars(locale, amountCents)];
    const words = {
      en: {
        subject: `Your payment for ${name} came back`,
        heading: `Your payment of ${amount} came back`,
        lead: "The bank of the sender did not honor your check or took your wire back. What it had paid is owed again, as if it had not been made.",
        what: "Your page shows what is due and the next payment. You can pay there, or send the payment again.",
        button: "See what is due",
      },
      es: {
        subject: `Su pago de ${name} fue devuelto`,
        heading: `Su pago de ${amount} fue devuelto`,
        lead: "El banco del remitente no pagó su cheque o retiró su transferencia. Lo que había pagado se debe de nuevo, como si no se hubiera hecho.",
        what: "Su página muestra lo vencido y el próximo pago. Puede pagar allí o enviar el pago otra vez.",
        button: "Ver lo vencido",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});

/** For the primary owner: a wire or check that was announced has not come. */
export const outsidePaymentMissing = template({
  params,
  text: (locale, _, { businessName, amountCents, url }) => {
    const [name, amount] = [businessName ?? yours[locale], dollars(locale, amountCents)];
    const words = {
      en: {
        subject: `We have not received your payment for ${name}`,
        heading: `Your payment of ${amount} has not arrived`,
        lead: "You told us that you would pay by wire or check. It has not reached our bank within five banking days, so we no longer wait for it.",
        what: "If you have sent it, please reply to this email with the day and the reference. Otherwise your page shows what is due and how to pay.",
        button: "See what is due",
      },
      es: {
        subject: `No hemos recibido su pago de ${name}`,
        heading: `Su pago de ${amount} no ha llegado`,
        lead: "Usted nos avisó que pagaría por transferencia o cheque. No llegó a nuestro banco en cinco días bancarios, así que ya no lo esperamos.",
        what: "Si lo envió, responda a este correo con el día y la referencia. Si no, su página muestra lo vencido y cómo pagar.",
        button: "Ver lo vencido",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});
