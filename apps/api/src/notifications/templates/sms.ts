import { z } from "zod";
import type { Locale, Sender } from "./email.ts";

/** What a text message needs to know, and what it says. Short, and in letters that fit into one message where that reads well. */
type TextTemplate<Params extends z.ZodType> = {
  params: Params;
  text(locale: Locale, sender: Sender, params: z.infer<Params>): string;
};

const textTemplate = <Params extends z.ZodType>(description: TextTemplate<Params>) => description;

/** Shows that a person holds the phone whose number they gave. */
const phoneCode = textTemplate({
  params: z.object({ code: z.string().regex(/^\d{6}$/), minutes: z.number().int() }),
  text: (locale, { programName }, { code, minutes }) =>
    ({
      en: `${code} is your code for ${programName}. It works for ${minutes} minutes. Do not share it with anyone.`,
      es: `${code} es su clave para ${programName}. Vale por ${minutes} minutos. No la comparta con nadie.`,
    })[locale],
});

const textTemplates = { "phone-code": phoneCode };

export type SmsTemplateName = keyof typeof textTemplates;
export type SmsParamsOf<T extends SmsTemplateName> = z.infer<(typeof textTemplates)[T]["params"]>;

export function renderSms(name: string, locale: Locale, sender: Sender, params: unknown): string {
  const template = textTemplates[name as SmsTemplateName] as unknown as TextTemplate<z.ZodType>;
  return template.text(locale, sender, template.params.parse(params));
}
