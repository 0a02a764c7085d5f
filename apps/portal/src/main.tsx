import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Portal } from "./app/portal.tsx";
import { activateLanguage, firstLanguage } from "./shared/language/language.ts";
import { chooseColorScheme, showTheme } from "./shared/page/theme.ts";
import { connectToHost } from "./shared/session/host.ts";
import { tellFocus } from "./shared/session/tell-focus.ts";
import "./styles.css";

// Connects first, so that no message of the host page is missed.
const host = connectToHost();
chooseColorScheme();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");
/** A person whose business loads slowly sees the whole page, in the platform's default theme. */
const themeTimeoutMs = 10_000;
if (host) {
  setTimeout(showTheme, themeTimeoutMs);
  document.documentElement.dataset["embedded"] = "";
  new ResizeObserver(() => host.emit("resize", { height: root.offsetHeight })).observe(root);
  tellFocus(host);
}

await activateLanguage(firstLanguage());
createRoot(root).render(
  <StrictMode>
    <Portal host={host} />
  </StrictMode>,
);
