/** What is known about whom to ask before anybody has signed in. */
export type HelpFacts = {
  supportEmail: string;
  supportPhone?: string | null;
  supportHours?: { en: string; es: string } | null;
  lenderName?: string;
  licenseLine?: string;
};
