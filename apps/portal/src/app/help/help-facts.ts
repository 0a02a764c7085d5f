/** The support contact that is known before sign-in. */
export type HelpFacts = {
  supportEmail: string;
  supportPhone?: string | null;
  supportHours?: { en: string; es: string } | null;
  lenderName?: string;
  licenseLine?: string;
};
