interface ImportMetaEnv {
  /** Set when the portal is built. */
  readonly VITE_ENVIRONMENT: "sandbox" | "production";
}
interface ImportMeta {
  readonly env: ImportMetaEnv;
}
