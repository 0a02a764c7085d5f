import { chooseLocale } from "@inlay/contracts/calls/people.ts";
import { Button } from "@inlay/ui/button.tsx";
import { useContext } from "react";
import { chooseLanguage, type Language, languages } from "./language.ts";
import { PortalSessionContext } from "./portal-session.tsx";
import { useWords } from "./words.ts";

// Each language is named in itself, for whoever cannot read the other.
const names: Record<Language, string> = { en: "English", es: "Español" };

/** The choice is kept on the server, because a frame inside another site may keep nothing in the browser. */
export function LanguageSwitch() {
  const { language } = useWords();
  const session = useContext(PortalSessionContext);
  const choose = (chosen: Language) => {
    void chooseLanguage(chosen);
    // Before somebody has signed in there is nobody to keep it for yet.
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
