interface ImportMetaEnv {
  /** Chosen when the portal is built. */
  readonly VITE_ENVIRONMENT: "sandbox" | "production";
}
interface ImportMeta {
  readonly env: ImportMetaEnv;
}
