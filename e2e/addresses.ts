const { E2E_PORTAL_URL, E2E_DEMO_URL, E2E_SANDBOX_URL, E2E_DATABASE_URL, E2E_READER_DATABASE_URL } = process.env;

/** The built portal, served by the API. */
export const portalUrl = E2E_PORTAL_URL ?? "http://localhost:4000";
export const demoUrl = E2E_DEMO_URL ?? "http://127.0.0.1:4003";
export const sandboxUrl = E2E_SANDBOX_URL ?? "http://127.0.0.1:4002";

/** The database as the server's role, and as a read-only role. */
export const serverDatabaseUrl = E2E_DATABASE_URL ?? "postgres://inlay_app:inlay@127.0.0.1:4032/inlay";
export const readerDatabaseUrl = E2E_READER_DATABASE_URL ?? "postgres://inlay_reader:inlay@127.0.0.1:4032/inlay";
