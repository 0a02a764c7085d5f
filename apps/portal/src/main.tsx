import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Portal } from "./app/portal.tsx";
import { connectToHost } from "./shared/host.ts";
import { firstLanguage, speak } from "./shared/language.ts";
import { chooseColorScheme } from "./shared/theme.ts";
import "./styles.css";

// Before anything else, so that the page around us finds somebody listening.
const host = connectToHost();
chooseColorScheme();

const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root");
if (host) new ResizeObserver(() => host.emit("resize", { height: root.offsetHeight })).observe(root);

await speak(firstLanguage());
createRoot(root).render(
  <StrictMode>
    <Portal host={host} />
  </StrictMode>,
);
