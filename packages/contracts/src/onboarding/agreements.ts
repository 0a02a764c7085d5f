import type { Locale } from "../locales.ts";

export type Agreement = { version: string; text: Record<Locale, string> };

/**
 * Texts that a person agrees to. A consent is saved with the version and the hash of the text shown, so a changed text needs a new
 * version. The texts live here and not in the portal's message catalog because the server saves what the screen shows.
 */
export const agreements = {
  ACH_AUTHORIZATION: {
    version: "2026-11-15",
    text: {
      en: "By continuing, the merchant authorizes us and our lending partners to debit the accounts listed here by ACH for loan payments when they are due, for fees that are owed, and to correct an entry made in error, and to credit them. A debit that is returned may be tried again up to two times. This authorization stays in effect until the merchant revokes it in writing, leaving us at least three business days to act on it. The accounts listed here are used for business purposes.",
      es: "Al continuar, el comercio nos autoriza a nosotros y a nuestros socios prestamistas a debitar por ACH las cuentas que se indican aquí para los pagos del préstamo a su vencimiento, para los cargos adeudados y para corregir un asiento hecho por error, y a acreditarlas. Un débito devuelto puede volver a intentarse hasta dos veces. Esta autorización sigue vigente hasta que el comercio la revoque por escrito, dándonos al menos tres días hábiles para actuar. Las cuentas que se indican aquí se usan con fines comerciales.",
    },
  },
  TERMS_AND_PRIVACY: {
    version: "2026-11-17",
    text: {
      en: "You ask {lender} and its financing partners to consider the business for financing, and you confirm that you may do so for the business, that what you told us is true and complete, that the financing is for business purposes only, and that the business is managed from the state you named.\n\nWe use what you and your platform give us, and what we learn from your bank, credit bureaus, public registers and screening lists, to check who you are, to decide on financing and to service it, to prevent fraud and to meet the law. We share it with our financing partners and with the companies that do this work for us, and we tell your platform where the application stands. We do not sell it. We keep it for as long as the law asks us to.\n\nApplying costs nothing and commits you to nothing. An offer binds nobody before it is signed. You can withdraw the application at any time by writing to us.",
      es: "Usted pide a {lender} y a sus socios financieros que consideren a la empresa para un financiamiento, y confirma que puede hacerlo en nombre de la empresa, que lo que nos dijo es verdadero y completo, que el financiamiento es solo para fines comerciales y que la empresa se administra desde el estado que usted indicó.\n\nUsamos lo que usted y su plataforma nos dan, y lo que sabemos por su banco, los burós de crédito, los registros públicos y las listas de control, para comprobar quién es usted, para decidir sobre el financiamiento y administrarlo, para prevenir el fraude y para cumplir la ley. Lo compartimos con nuestros socios financieros y con las empresas que hacen este trabajo para nosotros, y le decimos a su plataforma en qué punto está la solicitud. No lo vendemos. Lo guardamos durante el tiempo que la ley nos pide.\n\nSolicitar no cuesta nada y no le compromete a nada. Una oferta no obliga a nadie antes de firmarse. Puede retirar la solicitud en cualquier momento escribiéndonos.",
    },
  },
  /** For a co-owner, who owns a part of the business and does not apply for it. */
  CO_OWNER_TERMS_AND_PRIVACY: {
    version: "2026-11-15-co-owner",
    text: {
      en: "You confirm that you own a part of the business, that you know that its primary owner asks {lender} and its financing partners to consider it for financing, and that what you told us about yourself is true and complete. The primary owner acts for the business in this application. By agreeing here you owe nothing and stand in for nobody. If an offer needs your signature, you will see it and decide then.\n\nWe use what you tell us about yourself, and what we learn about you from credit bureaus, public registers and screening lists, to check who you are, to decide on financing for the business, to prevent fraud and to meet the law. We share it with our financing partners and with the companies that do this work for us. What we learn about you we tell neither to the other owners nor to the platform: they see only how far you have come. We do not sell it. We keep it for as long as the law asks us to.\n\nDoing your part costs you nothing. You can end it at any time by writing to us.",
      es: "Usted confirma que es dueño de una parte de la empresa, que sabe que su dueño principal pide a {lender} y a sus socios financieros que la consideren para un financiamiento, y que lo que nos dijo sobre usted es verdadero y completo. El dueño principal actúa por la empresa en esta solicitud. Al aceptar aquí usted no debe nada ni responde por nadie. Si una oferta necesita su firma, la verá y decidirá entonces.\n\nUsamos lo que usted nos dice sobre su persona, y lo que sabemos de usted por los burós de crédito, los registros públicos y las listas de control, para comprobar quién es usted, para decidir sobre el financiamiento de la empresa, para prevenir el fraude y para cumplir la ley. Lo compartimos con nuestros socios financieros y con las empresas que hacen este trabajo para nosotros. Lo que sabemos de usted no se lo decimos ni a los demás dueños ni a la plataforma: ellos solo ven hasta dónde ha llegado usted. No lo vendemos. Lo guardamos durante el tiempo que la ley nos pide.\n\nHacer su parte no le cuesta nada. Puede terminarla en cualquier momento escribiéndonos.",
    },
  },
  E_SIGN: {
    version: "2026-11-15",
    text: {
      en: "You agree to receive disclosures, agreements and notices about this application and any financing electronically, here and by e-mail, and to sign them electronically with the same effect as on paper. You need a device with a current browser that can show PDF files, and an e-mail address that you read. You can keep a copy of everything, ask us for it on paper at no charge, and withdraw this consent for the future by writing to us.",
      es: "Usted acepta recibir por vía electrónica, aquí y por correo electrónico, las divulgaciones, los acuerdos y los avisos sobre esta solicitud y sobre cualquier financiamiento, y firmarlos electrónicamente con el mismo efecto que en papel. Necesita un dispositivo con un navegador actual que pueda mostrar archivos PDF y una dirección de correo electrónico que usted lea. Puede guardar una copia de todo, pedirnos una en papel sin costo y retirar este consentimiento para el futuro escribiéndonos.",
    },
  },
  SOFT_PULL: {
    version: "2026-11-15",
    text: {
      en: "You instruct {lender} and its financing partners, in writing under the Fair Credit Reporting Act, to obtain your personal credit report from one or more consumer reporting agencies, to check who you are and to decide on this application. This is a soft inquiry: other lenders do not see it and it does not affect your credit score.",
      es: "Usted indica por escrito a {lender} y a sus socios financieros, conforme a la Ley de Informes de Crédito Justos (FCRA), que obtengan su informe de crédito personal de una o más agencias de informes del consumidor, para comprobar quién es usted y decidir sobre esta solicitud. Es una consulta suave: otros prestamistas no la ven y no afecta su puntaje de crédito.",
    },
  },
  CO_OWNER_SOFT_PULL: {
    version: "2026-11-15-co-owner",
    text: {
      en: "You instruct {lender} and its financing partners, in writing under the Fair Credit Reporting Act, to obtain your personal credit report from one or more consumer reporting agencies, to check who you are and to decide on the application of the business that you own a part of. Neither the other owners nor the platform see it. This is a soft inquiry: other lenders do not see it and it does not affect your credit score.",
      es: "Usted indica por escrito a {lender} y a sus socios financieros, conforme a la Ley de Informes de Crédito Justos (FCRA), que obtengan su informe de crédito personal de una o más agencias de informes del consumidor, para comprobar quién es usted y decidir sobre la solicitud de la empresa de la que usted es dueño en parte. Ni los demás dueños ni la plataforma lo ven. Es una consulta suave: otros prestamistas no la ven y no afecta su puntaje de crédito.",
    },
  },
} as const satisfies Record<string, Agreement>;
export type AgreementName = keyof typeof agreements;

/** The consents given at the end of an application: one checkbox covers the first two, the last has its own. */
export const consentKinds = ["TERMS_AND_PRIVACY", "E_SIGN", "SOFT_PULL"] as const satisfies AgreementName[];
export type ConsentKind = (typeof consentKinds)[number];

/** The person who agrees: the applicant, or a co-owner. Each has a text that addresses them. */
export type ConsentGiver = "PRIMARY_OWNER" | "SECONDARY_OWNER";
export const agreementFor = (giver: ConsentGiver, kind: ConsentKind): AgreementName =>
  giver === "PRIMARY_OWNER" || kind === "E_SIGN" ? kind : `CO_OWNER_${kind}`;

/** The lender's name in the texts. A platform may leave our name out of its pages. */
export const lenderName = (referencesUs: boolean, programName: string): string =>
  referencesUs ? "Inlay" : programName;

/** The text exactly as shown, with the lender's name filled in. */
export const agreementText = (name: AgreementName, language: Locale, lender: string): string =>
  agreements[name].text[language].replaceAll("{lender}", lender);
