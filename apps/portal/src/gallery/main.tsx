import { tokensFrom } from "@inlay/contracts/theme/tokens.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../styles.css";
import { Gallery } from "./gallery.tsx";
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
createRoot(root).render(
  <StrictMode>
    <Gallery theme={name} language={language} />
  </StrictMode>,
);
