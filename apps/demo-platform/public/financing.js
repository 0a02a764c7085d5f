import { loadFinancing } from "/embed.js";

const container = document.getElementById("financing");
const problem = document.getElementById("financing-problem");

const financing = loadFinancing({
  publishableKey: container.dataset.publishableKey,
  portalUrl: container.dataset.portalUrl,
  fetchClientSecret: async () => {
    const response = await fetch("/financing-session", { method: "POST" });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  },
  appearance: { theme: container.dataset.theme, colorScheme: container.dataset.colorscheme },
  locale: container.dataset.locale,
  onError: (error) => {
    console.warn("financing", error);
    // The frame shows its own errors. Only a frame that does not open needs a message on this page.
    problem.hidden = error.code !== "FRAME_SILENT";
    container.hidden = !problem.hidden;
  },
});
financing.on("step.changed", ({ data: { position, of } }) => {
  // The frame shows the step. The tab's title tells it to a person who has gone to another tab.
  document.title = `${position > 0 ? `Step ${position} of ${of} · ` : ""}Financing · Larkspur Invoicing`;
});
financing.on("exit", () => window.location.assign("/"));
financing.mount(container, {
  title: "Larkspur Capital financing",
  productSubset: container.dataset.products?.split(","),
});
