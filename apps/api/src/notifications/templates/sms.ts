import { z } from "zod";
import type { Locale, Sender } from "./email.ts";

/** The parameters and the text of an SMS. The text is short and, where it reads well, uses only characters that fit into one message. */
type SmsTemplate<Params extends z.ZodType> = {
  params: Params;
  text(locale: Locale, sender: Sender, params: z.infer<Params>): string;
};

const smsTemplate = <Params extends z.ZodType>(description: SmsTemplate<Params>) => description;

/** Verifies that a person holds the phone whose number they gave. */
const phoneCode = smsTemplate({
  params: z.object({ code: z.string().regex(/^\d{6}$/), minutes: z.number().int() }),
  text: (locale, { programName }, { code, minutes }) =>
    ({
      en: `${code} is your code for ${programName}. It works for ${minutes} minutes. Do not share it with anyone.`,
      es: `${code} es su clave para ${programName}. Vale por ${minutes} minutos. No la comparta con nadie.`,
    })[locale],
});

/** Confirms, inside a session, something that leads money elsewhere. */
const stepUpCode = smsTemplate({
  params: phoneCode.params,
  text: (locale, { programName }, { code, minutes }) =>
    ({
      en: `${code} confirms a change of your accounts at ${programName}. It works for ${minutes} minutes. We never ask you for it. Do not share it.`,
      es: `Clave ${code}: confirma un cambio de sus cuentas en ${programName}. Vale por ${minutes} minutos. Nunca se la pedimos. No la comparta.`,
    })[locale],
});

const smsTemplates = { "phone-code": phoneCode, "step-up-code": stepUpCode };

export type SmsTemplateName = keyof typeof smsTemplates;
export type SmsParamsOf<T extends SmsTemplateName> = z.infer<(typeof smsTemplates)[T]["params"]>;

export function renderSms(name: string, locale: Locale, sender: Sender, params: unknown): string {
  const template = smsTemplates[name as SmsTemplateName] as unknown as SmsTemplate<z.ZodType>;
  return template.text(locale, sender, template.params.parse(params));
}
