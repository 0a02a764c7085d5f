import { onDemand } from "../../shared/page/on-demand.tsx";

/** Few owners decide about a signer, so its form is not loaded with the pages that lead to it. */
export const DecideAboutSignerPage = onDemand(
  async () => (await import("./decide-about-signer.tsx")).DecideAboutSigner,
);
