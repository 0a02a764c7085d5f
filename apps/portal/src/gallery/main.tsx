import { tokensFrom } from "@inlay/contracts/theme/tokens.ts";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../styles.css";
import { activateLanguage, withTexts } from "../shared/language/language.ts";
import { isThemeName, themes } from "./themes.ts";

const asked = new URLSearchParams(window.location.search).get("theme");
const name = isThemeName(asked) ? asked : "ours";
const { styles, scheme, language } = themes[name];

const { documentElement } = document;
documentElement.lang = language;
documentElement.dataset["colorScheme"] = scheme;
const tokens = styles ? tokensFrom(styles, scheme) : {};
for (const [token, value] of Object.entries(tokens)) documentElement.style.setProperty(token, value);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");

/** Not awaited at the top level: the gallery imports code of this module's chunk, which would wait for the gallery. */
async function show(at: HTMLElement) {
  await activateLanguage(language);
  const { Gallery } = await withTexts("offers", () => import("./gallery.tsx"));
  createRoot(at).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Gallery theme={name} language={language} />
      </I18nProvider>
    </StrictMode>,
  );
}
void show(root);
