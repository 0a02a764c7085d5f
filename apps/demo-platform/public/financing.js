import { loadFinancing } from "/embed.js";

const place = document.getElementById("financing");
const problem = document.getElementById("financing-problem");

const financing = loadFinancing({
  publishableKey: place.dataset.publishableKey,
  portalUrl: place.dataset.portalUrl,
  fetchClientSecret: async () => {
    const response = await fetch("/financing-session", { method: "POST" });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  },
  appearance: { theme: place.dataset.theme, colorScheme: place.dataset.colorscheme },
  locale: place.dataset.locale,
  onError: (error) => {
    console.warn("financing", error);
    // Whatever goes wrong inside the frame it says itself. A frame that does not open cannot.
    problem.hidden = error.code !== "FRAME_SILENT";
    place.hidden = !problem.hidden;
  },
});
financing.on("step.changed", ({ data: { position, of } }) => {
  document.getElementById("financing-progress").textContent =
    position > 0 ? `Your application: step ${position} of ${of}` : "";
});
financing.on("exit", () => window.location.assign("/"));
financing.mount(place, {
  title: "Larkspur Capital financing",
  productSubset: place.dataset.products?.split(","),
});
