import { type AccountChangeKind, accountChange } from "@inlay/contracts/bank.ts";
import { z } from "zod";
import { action, dayIn, type Locale, list, paragraph, quietly, template, title } from "./email.ts";

type Account = z.infer<typeof accountChange.shape.accounts>[number];

/** For every owner: accounts of the business were added, changed or chosen, and the owner can stop it. */
export const accountChanged = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    madeBy: accountChange.shape.madeBy,
    accounts: accountChange.shape.accounts,
    url: z.url(),
    worksUntil: z.iso.date(),
  }),
  text: (locale, { programName }, { businessName, madeBy, accounts, url, worksUntil }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const isByBank = madeBy.kind === "BANK";
    const who = whoIn(locale, madeBy, programName);
    const [held] = accounts
      .flatMap(({ firstPayoutOn }) => firstPayoutOn ?? [])
      .sort()
      .reverse();
    const words = {
      en: {
        subject: `A bank account of ${name} was changed`,
        lead: `${who} changed the bank accounts of ${name}:`,
        leadByBank: `A bank told us of a change to the accounts of ${name}:`,
        wait: held ? `To be safe, we send no money there before ${dayIn(locale, held)}.` : null,
        object:
          "If you or another owner expected this, there is nothing to do. If not, open the page below and stop it. You do not have to sign in.",
        button: "See the change or stop it",
        caution: `Opening the page changes nothing; a button on it does. The link is for you alone and works until ${dayIn(locale, worksUntil)}.`,
      },
      es: {
        subject: `Se cambió una cuenta bancaria de ${name}`,
        lead: `${who} cambió las cuentas bancarias de ${name}:`,
        leadByBank: `Un banco nos informó de un cambio en las cuentas de ${name}:`,
        wait: held ? `Por seguridad, no enviamos dinero allí antes del ${dayIn(locale, held)}.` : null,
        object:
          "Si usted u otro dueño ya lo sabía, no tiene que hacer nada. Si no, abra la página de abajo y deténgalo. No tiene que iniciar sesión.",
        button: "Ver el cambio o detenerlo",
        caution: `Abrir la página no cambia nada; un botón en ella, sí. El enlace es solo para usted y sirve hasta el ${dayIn(locale, worksUntil)}.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: [
        title(words.subject),
        paragraph(isByBank ? words.leadByBank : words.lead),
        list(accounts.map((account) => described(locale, account, programName))),
        words.wait && paragraph(words.wait),
        paragraph(words.object),
        action(words.button, url),
        quietly(words.caution),
      ],
    };
  },
});

function whoIn(
  locale: Locale,
  { kind, name }: z.infer<typeof accountChange.shape.madeBy>,
  programName: string,
): string {
  if (kind === "PERSON") return name ?? { en: "Somebody of your business", es: "Alguien de su empresa" }[locale];
  return kind === "PLATFORM" ? programName : { en: "Our team", es: "Nuestro equipo" }[locale];
}

function described(locale: Locale, { last4, bankName, holderName, what }: Account, programName: string): string {
  const bank = bankName ? ` (${bankName})` : "";
  const account = {
    en: `${holderName ? `Account of ${holderName}` : "Account"} ending in ${last4}${bank}`,
    es: `Cuenta ${holderName ? `de ${holderName} ` : ""}que termina en ${last4}${bank}`,
  }[locale];
  return `${account}: ${what.map((kind) => deeds[locale](programName)[kind]).join(", ")}`;
}

const deeds: Record<Locale, (programName: string) => Record<AccountChangeKind, string>> = {
  en: (programName) => ({
    LINKED: "linked",
    TYPED: "entered by hand",
    PROVIDED: `provided by ${programName}`,
    NUMBERS_CHANGED: "its numbers were changed",
    NUMBERS_REPORTED: "its bank reported other numbers",
    CORRECTED: "its bank corrected its details, and your authorization stays in force",
    CHOSEN_FOR_DEBITS: "chosen for repayments",
    CHOSEN_FOR_PAYOUTS: "chosen for payouts",
  }),
  es: (programName) => ({
    LINKED: "conectada",
    TYPED: "escrita a mano",
    PROVIDED: `indicada por ${programName}`,
    NUMBERS_CHANGED: "se cambiaron sus números",
    NUMBERS_REPORTED: "su banco informó otros números",
    CORRECTED: "su banco corrigió sus datos, y la autorización que usted dio sigue vigente",
    CHOSEN_FOR_DEBITS: "elegida para los pagos que usted hace",
    CHOSEN_FOR_PAYOUTS: "elegida para recibir dinero",
  }),
};
