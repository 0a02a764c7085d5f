import { z } from "zod";
import { action, paragraph, quietly, template, title } from "./email.ts";

/** For an owner who has begun an application and stopped: where to go on, and how to refuse such reminders. */
export const unfinishedApplication = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    stepsLeft: z.int().positive(),
    url: z.url(),
    refusalUrl: z.url(),
  }),
  text: (locale, { programName }, { businessName, stepsLeft, url, refusalUrl }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const words = {
      en: {
        subject: `Your application with ${programName} is saved`,
        heading: "Your application is saved",
        lead: `You began an application for financing for ${name}. ${stepsLeft === 1 ? "One step is" : `${stepsLeft} steps are`} left, and you can go on where you stopped.`,
        free: "Applying costs nothing and does not oblige you to borrow.",
        button: "Continue the application",
        only: "We remind you of an application only once.",
        refuse: "No more reminders of this kind",
      },
      es: {
        subject: `Su solicitud con ${programName} está guardada`,
        heading: "Su solicitud está guardada",
        lead: `Comenzó una solicitud de financiamiento para ${name}. ${stepsLeft === 1 ? "Falta un paso" : `Faltan ${stepsLeft} pasos`} y puede continuar donde se detuvo.`,
        free: "Solicitarlo no cuesta nada y no le obliga a tomar un préstamo.",
        button: "Continuar la solicitud",
        only: "Le recordamos una solicitud una sola vez.",
        refuse: "No recibir más recordatorios de este tipo",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [
        title(words.heading),
        paragraph(words.lead),
        paragraph(words.free),
        action(words.button, url),
        quietly(words.only, { label: words.refuse, url: refusalUrl }),
      ],
    };
  },
});
