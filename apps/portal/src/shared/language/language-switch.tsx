import { chooseLocale } from "@inlay/contracts/calls/people.ts";
import { Button } from "@inlay/ui/button.tsx";
import { useContext } from "react";
import { PortalSessionContext } from "../session/portal-session.tsx";
import { chooseLanguage, type Language, languages } from "./language.ts";
import { useWords } from "./words.ts";

// Each language has its own name, for a person who cannot read the other one.
const names: Record<Language, string> = { en: "English", es: "Español" };

/** The choice is saved on the server, because a frame inside another site may have no browser storage. */
export function LanguageSwitch() {
  const { language } = useWords();
  const session = useContext(PortalSessionContext);
  const choose = (chosen: Language) => {
    void chooseLanguage(chosen);
    // Before sign-in there is no user to save it for.
    session?.ask(chooseLocale, { body: { locale: chosen } }).catch(() => undefined);
  };
  return languages
    .filter((other) => other !== language)
    .map((other) => (
      <Button key={other} variant="text" lang={other} className="text-small" onClick={() => choose(other)}>
        {names[other]}
      </Button>
    ));
}
