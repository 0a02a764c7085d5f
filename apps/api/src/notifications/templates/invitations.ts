import { z } from "zod";
import { action, firstName, type Locale, paragraph, template, title } from "./email.ts";

const params = z.object({
  firstName,
  businessName: z.string().nullable(),
  invitedBy: z.string().nullable(),
  address: z.url(),
  days: z.number().int(),
});
type Params = z.infer<typeof params>;
type Words = { subject: string; heading: string; lead: string; what: string; button: string };

const valid = {
  en: (days: number) =>
    `This link is for you alone. It works once, for ${days} days. If you did not expect it, you can ignore this email.`,
  es: (days: number) =>
    `Este enlace es solo para usted. Sirve una sola vez, durante ${days} días. Si no lo esperaba, puede ignorar este correo.`,
};

const invitation = (words: (locale: Locale, programName: string, about: Params) => Words) =>
  template({
    params,
    text: (locale, { programName }, about) => {
      const { subject, heading, lead, what, button } = words(locale, programName, about);
      return {
        subject,
        content: [
          ...[title(heading), paragraph(lead), paragraph(what)],
          ...[action(button, about.address), paragraph(valid[locale](about.days))],
        ],
      };
    },
  });

const theBusiness = { en: "the business", es: "la empresa" };
const anOwner = { en: "An owner", es: "Un dueño" };
const anEmployee = { en: "Somebody at your company", es: "Alguien de su empresa" };

/** For a person named as a co-owner. It reveals nothing about the application. */
export const coOwnerInvitation = invitation((locale, programName, { businessName, invitedBy }) => {
  const name = businessName ?? theBusiness[locale];
  const who = invitedBy ?? anOwner[locale];
  return {
    en: {
      subject: `${who} named you as an owner of ${name}`,
      heading: "Please complete your part",
      lead: `${who} is applying for financing for ${name} with ${programName} and named you as an owner.`,
      what: "We need your own details and your consent. It takes about three minutes. A check of your credit, if there is one, does not affect your score, and nobody else sees what it says. If you do not own 20% or more, you can say so on that page.",
      button: "Begin",
    },
    es: {
      subject: `${who} le nombró como dueño de ${name}`,
      heading: "Complete su parte, por favor",
      lead: `${who} solicita financiamiento para ${name} con ${programName} y le nombró como dueño.`,
      what: "Necesitamos sus propios datos y su consentimiento. Toma unos tres minutos. La consulta de su crédito, si la hay, no afecta su puntaje, y nadie más ve lo que dice. Si no es dueño de un 20% o más, puede decirlo en esa página.",
      button: "Comenzar",
    },
  }[locale];
});

/** For a co-owner who has not finished. It reveals nothing about the application. */
export const coOwnerReminder = invitation((locale, programName, { businessName }) => {
  const name = businessName ?? theBusiness[locale];
  return {
    en: {
      subject: `Your part for ${name} is still open`,
      heading: "Your part is still open",
      lead: `The application of ${name} with ${programName} waits for you. Nobody else can do your part.`,
      what: "Open the page below to begin, or to go on where you stopped. It takes about three minutes. If you do not own 20% or more, you can say so there.",
      button: "Go on",
    },
    es: {
      subject: `Su parte para ${name} sigue pendiente`,
      heading: "Su parte sigue pendiente",
      lead: `La solicitud de ${name} con ${programName} espera por usted. Nadie más puede hacer su parte.`,
      what: "Abra la página de abajo para comenzar o para seguir donde lo dejó. Toma unos tres minutos. Si no es dueño de un 20% o más, puede decirlo allí.",
      button: "Seguir",
    },
  }[locale];
});

/** For a co-owner whose signature an agreement waits for. It names no amount. */
export const signatureRequest = invitation((locale, programName, { businessName, invitedBy }) => {
  const name = businessName ?? theBusiness[locale];
  const who = invitedBy ?? anOwner[locale];
  return {
    en: {
      subject: `Please sign the agreement of ${name}`,
      heading: "Your signature is needed",
      lead: `${who} has signed a financing agreement for ${name} with ${programName}. It is complete when every owner has signed it.`,
      what: "Open the page below to verify your identity, read the agreement and sign it. If you do not want to sign it, you can decline it there.",
      button: "Read and sign",
    },
    es: {
      subject: `Firme el contrato de ${name}, por favor`,
      heading: "Falta su firma",
      lead: `${who} firmó un contrato de financiamiento para ${name} con ${programName}. Estará completo cuando lo hayan firmado todos los dueños.`,
      what: "Abra la página de abajo para verificar su identidad, leer el contrato y firmarlo. Si no quiere firmarlo, allí puede rechazarlo.",
      button: "Leer y firmar",
    },
  }[locale];
});

/** For a person who already belongs to the business. */
export const businessInvitation = invitation((locale, programName, { businessName }) => {
  const name = businessName ?? theBusiness[locale];
  return {
    en: {
      subject: `Your access to ${programName}`,
      heading: "You are invited",
      lead: `You can see and manage the financing of ${name} with ${programName}.`,
      what: "Open the page below. Later you sign in there with your email and a code.",
      button: "Open",
    },
    es: {
      subject: `Su acceso a ${programName}`,
      heading: "Tiene una invitación",
      lead: `Puede ver y manejar el financiamiento de ${name} con ${programName}.`,
      what: "Abra la página de abajo. Después podrá entrar allí con su correo electrónico y un código.",
      button: "Abrir",
    },
  }[locale];
});

/** For an owner whom an employee waits for. They may know of it already, or learn of the financing here. */
export const ownerRequest = invitation((locale, programName, { businessName, invitedBy }) => {
  const name = businessName ?? theBusiness[locale];
  const who = invitedBy ?? anEmployee[locale];
  return {
    en: {
      subject: `${who} asks you to look at financing for ${name}`,
      heading: "An owner has to go on from here",
      lead: `${who} looked at financing for ${name} with ${programName}. Only an owner of the business can apply.`,
      what: "Open the page below to begin, or to go on where you left off. Looking at it does not commit you to anything.",
      button: "Open",
    },
    es: {
      subject: `${who} le pide que vea el financiamiento para ${name}`,
      heading: "Desde aquí debe seguir un dueño",
      lead: `${who} vio el financiamiento para ${name} con ${programName}. Solo un dueño de la empresa puede solicitarlo.`,
      what: "Abra la página de abajo para comenzar, o para seguir donde lo dejó. Verlo no le compromete a nada.",
      button: "Abrir",
    },
  }[locale];
});

export const offerInvitation = invitation((locale, programName, { businessName }) => {
  const name = businessName ?? theBusiness[locale];
  return {
    en: {
      subject: `There is an offer for ${name}`,
      heading: "There is something to look at",
      lead: `${programName} has an offer for ${name}. Looking at it does not commit you to anything.`,
      what: "Open the page below to see it.",
      button: "See the offer",
    },
    es: {
      subject: `Hay una oferta para ${name}`,
      heading: "Hay algo que ver",
      lead: `${programName} tiene una oferta para ${name}. Verla no le compromete a nada.`,
      what: "Abra la página de abajo para verla.",
      button: "Ver la oferta",
    },
  }[locale];
});
