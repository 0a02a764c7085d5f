import { offersEmail } from "./offers-ready.ts";

/** The offers expire soon. */
export const offersExpiring = offersEmail(({ name, programName, until }) => ({
  en: {
    subject: `Your offers for ${name} are open until ${until}`,
    heading: "Your offers expire soon",
    lead: `The offers of ${programName} for ${name} are open until ${until}. If you have chosen one, finish the last steps by then.`,
    what: "You need not do anything if you do not want them. Afterwards you can ask for new offers.",
    button: "See your offers",
  },
  es: {
    subject: `Sus ofertas para ${name} están abiertas hasta el ${until}`,
    heading: "Sus ofertas vencen pronto",
    lead: `Las ofertas de ${programName} para ${name} están abiertas hasta el ${until}. Si ya eligió una, termine los últimos pasos antes de esa fecha.`,
    what: "Si no las quiere, no tiene que hacer nada. Después puede pedir ofertas nuevas.",
    button: "Ver sus ofertas",
  },
}));

/** The offers have expired, and until when new ones can be requested for the same application. */
export const offersExpired = offersEmail(({ name, programName, until }) => ({
  en: {
    subject: `Your offers for ${name} have expired`,
    heading: "Your offers have expired",
    lead: `The offers of ${programName} for ${name} have expired. Nothing that was signed for them is in force, and they cost you nothing.`,
    what: `Until ${until} you can ask for new offers without applying again. We answer at once or within 48 hours.`,
    button: "Ask for new offers",
  },
  es: {
    subject: `Sus ofertas para ${name} vencieron`,
    heading: "Sus ofertas vencieron",
    lead: `Las ofertas de ${programName} para ${name} vencieron. Nada de lo que se firmó por ellas sigue vigente, y no le cuestan nada.`,
    what: `Hasta el ${until} puede pedir ofertas nuevas sin volver a hacer la solicitud. Respondemos de inmediato o en un plazo de 48 horas.`,
    button: "Pedir ofertas nuevas",
  },
}));
