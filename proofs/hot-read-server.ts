// Two servers for one comparison: `ours` is the whole API; `bare` replays, for every request, the statements that the API runs for
// the same request, on named statements of a plain pool, and answers the same text.

import Fastify from "fastify";
import pg from "pg";
import { readConfig } from "../apps/api/src/config.ts";
import { createContext } from "../apps/api/src/context.ts";
import { buildServer } from "../apps/api/src/http/server.ts";
import { createLimits } from "../apps/api/src/limits.ts";
import { providersFrom } from "../apps/api/src/providers.ts";
import { slices } from "../apps/api/src/slices.ts";

const [kind, port, url = "", token] = process.argv.slice(2);
const config = readConfig(process.env);
const app = await createContext("api", config, providersFrom(config));
// The load exceeds every rate limit, so the limit per person is lifted.
app.limits = createLimits(app.pool, { person: 1_000_000_000 });
const ours = await buildServer(app, slices);

if (kind === "ours") await ours.listen({ host: "127.0.0.1", port: Number(port) });
else {
  type Statement = string | { name?: string; text: string; values: unknown[] };
  const statements: Statement[] = [];
  app.pool.once("connect", (client) => {
    const query = client.query.bind(client) as (statement: Statement) => Promise<unknown>;
    client.query = ((statement: Statement) => {
      statements.push(statement);
      return query(statement);
    }) as typeof client.query;
  });
  const answer = await ours.inject({ url, headers: { authorization: `Bearer ${token}` } });
  await app.close();
  if (answer.statusCode !== 200) throw new Error(`the API answered ${answer.statusCode}`);
  const body: unknown = answer.json();

  const pool = new pg.Pool({ connectionString: config.DATABASE_URL, max: config.DATABASE_POOL });
  const fastify = Fastify();
  fastify.get(url, async () => {
    const client = await pool.connect();
    try {
      for (const statement of statements) await client.query(statement as string);
      return body;
    } finally {
      client.release();
    }
  });
  await fastify.listen({ host: "127.0.0.1", port: Number(port) });
}
process.once("SIGTERM", () => process.exit(0));
