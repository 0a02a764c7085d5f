const { E2E_PORTAL_URL, E2E_DEMO_URL, E2E_SANDBOX_URL } = process.env;

/** Built, and served by the API. */
export const portalUrl = E2E_PORTAL_URL ?? "http://localhost:4000";
export const demoUrl = E2E_DEMO_URL ?? "http://127.0.0.1:4003";
export const sandboxUrl = E2E_SANDBOX_URL ?? "http://127.0.0.1:4002";
