import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Portal } from "./app/portal.tsx";
import { connectToHost } from "./shared/host.ts";
import "./styles.css";

// Before anything else, so that the page around us finds somebody listening.
const host = connectToHost();

const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root");
if (host) new ResizeObserver(() => host.tell("resize", { height: root.offsetHeight })).observe(root);

createRoot(root).render(
  <StrictMode>
    <Portal host={host} />
  </StrictMode>,
);
