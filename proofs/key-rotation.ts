import { randomInt, randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { scopes } from "@inlay/contracts/partner/scopes.ts";
import { defaultSettings } from "@inlay/contracts/platform-settings.ts";
import { Secret } from "@inlay/contracts/secret.ts";
import pg from "pg";
import { readConfig } from "../apps/api/src/config.ts";
import { type AppContext, createContext } from "../apps/api/src/context.ts";
import { addMasterKey, destroyDataKeys, retireMasterKey, rewrapDataKeys } from "../apps/api/src/db/manage-keys.ts";
import { urlFor } from "../apps/api/src/db/migrate.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { buildServer } from "../apps/api/src/http/server.ts";
import { createLimits } from "../apps/api/src/limits.ts";
import { newApiKey, storeApiKey } from "../apps/api/src/partners/api-keys/api-key.ts";
import { saveSettings } from "../apps/api/src/platforms/settings.ts";
import { testSandbox } from "../apps/api/src/providers/sandbox.fixture.ts";
import { keyVaultFrom, providersFrom } from "../apps/api/src/providers.ts";
import { slices } from "../apps/api/src/slices.ts";
import { setUpKeyStore } from "../scripts/local-environment.ts";
import { until } from "../scripts/processes.ts";
import { ledgerGround } from "./ledger-ground.ts";
import { hold, type Proof } from "./proof.ts";

const store = { database: "inlay_kms_keys", password: "inlay" };
const masterKey = (name: string) => `arn:aws:kms:us-east-1:000000000000:key/inlay-${name}`;
const lanes = 4;

/** An encrypted value with the number that it must decrypt to. A person's value has the person's key. */
type Sealed = { businessId: string; personId: string | null; number: string };
type Server = {
  app: AppContext;
  createBusiness(ein: string): Promise<Sealed>;
  close(): Promise<void>;
};

export const proof: Proof = {
  claim:
    "Values of businesses and people, each under a data key of its own, are encrypted with AWS KMS as the sandbox plays it. The master key is replaced while two servers, one with the old and one with the new setting, answer requests that encrypt and decrypt: all data keys are wrapped again, the old server stops, and the old master key is retired. No request fails, and every value is read again. A server with the retired or with an unknown master key does not start. Then the main database is copied and the key of one person is destroyed: its value can be read neither in the database nor in the copy, and a hundred others still can.",
  run: async ({ tenth, say }) => {
    const values = tenth ? 200 : 10_000;
    const ground = await ledgerGround("key-rotation", 2);
    const sandbox = await testSandbox();
    const adminUrl = String(ground.admin.options.connectionString);
    const settingsWith = (keyName: string) =>
      readConfig({
        ...ground.environment,
        ...sandbox.environment,
        KEY_STORE_URL: urlFor("keys", adminUrl, store.database, store.password),
        KEY_VAULT_VENDOR: "kms",
        KMS_KEY_ID: masterKey(keyName),
        DATABASE_POOL: String(lanes * 2),
      });
    const owner = createPool(urlFor("keyOwner", adminUrl, store.database, store.password), { max: lanes });
    const { platformId } = ground.scope;
    try {
      await setUpKeyStore(adminUrl, { ...store, keys: keyVaultFrom(settingsWith("1")) });
      const apiKey = await anApiKey(ground.app, platformId);
      const first = await startServer(settingsWith("1"), apiKey);
      const sealed = await seal(ground.admin, first.app, platformId, values);
      say(`${sealed.length} values are encrypted under ${values} data keys`);

      const traffic = startTraffic(platformId, sealed, [first]);
      await addMasterKey(owner, keyVaultFrom(settingsWith("2")));
      const second = await startServer(settingsWith("2"), apiKey);
      traffic.add(second);
      await traffic.moreRequests(lanes * 5);
      const began = performance.now();
      const rewrapped = await rewrapDataKeys(owner, keyVaultFrom(settingsWith("2")));
      const seconds = (performance.now() - began) / 1000;
      say(`${rewrapped} data keys are wrapped again after ${seconds.toFixed(1)} s`);
      await traffic.takeOut(first);
      await first.close();
      const late = await rewrapDataKeys(owner, keyVaultFrom(settingsWith("2")));
      await retireMasterKey(owner, masterKey("1"));
      await traffic.moreRequests(lanes * 5);
      const { created, reads, errors } = await traffic.stop();
      hold("failed requests and reads", errors[0], undefined);

      const unreadable = await countUnreadable(second.app, second.app.pool, platformId, [...sealed, ...created]);
      hold("unreadable values", unreadable, 0);
      const { rows } = await owner.query("select count(*) as count from keys.data_key where master_key_id <> $1", [
        masterKey("2"),
      ]);
      hold("data keys under another master key", rows[0].count, 0);
      for (const wrong of ["1", "unknown"]) {
        const refused = await createContext("api", settingsWith(wrong), providersFrom(settingsWith(wrong))).then(
          () => "started",
          (error: Error) => error.message.includes("is not one of the key store's"),
        );
        hold(`a server with the master key ${wrong} is refused`, refused, true);
      }
      await second.close();

      const backup = await copyOf(adminUrl);
      const config = settingsWith("2");
      const app = await createContext("api", config, providersFrom(config));
      const lost = sealed.find(({ personId }) => personId !== null) as Sealed & { personId: string };
      const { businessId, personId } = lost;
      const sample = [lost, ...sealed.filter((value) => value !== lost).slice(0, 100)];
      hold("unreadable values in the copy before", await countUnreadable(app, backup, platformId, sample), 0);
      hold("destroyed keys", await destroyDataKeys(owner, { platformId, businessId, personId }, "proof"), 1);
      const pools = { database: app.pool, copy: backup };
      for (const [name, pool] of Object.entries(pools)) {
        hold(`unreadable values in the ${name}`, await countUnreadable(app, pool, platformId, sample), 1);
        hold(`the destroyed one in the ${name}`, await countUnreadable(app, pool, platformId, [lost]), 1);
      }
      await app.close();
      await backup.end();
      return {
        "values encrypted before": values,
        "requests during the rotation, each encrypts a value": created.length,
        "values read during the rotation": reads,
        errors: errors.length,
        "data keys wrapped again, the old server's late ones": `${rewrapped}, ${late}`,
        "data keys wrapped again a second": Math.round(rewrapped / seconds),
        "unreadable values afterwards": unreadable,
        "readable values of the destroyed key, database and copy": 0,
      };
    } finally {
      await owner.end();
      await sandbox.close();
      await ground.close();
    }
  },
};

/** Nine digits that are valid as an EIN. */
const aNumber = () => `12${randomInt(1_000_000, 10_000_000)}`;

async function anApiKey(pool: pg.Pool, platformId: string): Promise<string> {
  const key = newApiKey("SECRET", "test");
  await inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
    await saveSettings(tx, platformId, defaultSettings());
    await storeApiKey(tx, platformId, { kind: "SECRET", name: "Server", scopes: [...scopes], clear: key });
  });
  return key;
}

async function startServer(config: ReturnType<typeof readConfig>, apiKey: string): Promise<Server> {
  const app = await createContext("api", config, providersFrom(config));
  const many = 1_000_000_000;
  app.limits = createLimits(app.pool, { partnerRead: many, partnerWrite: many });
  const fastify = await buildServer(app, slices);
  return {
    app,
    createBusiness: async (ein) => {
      const answer = await fastify.inject({
        method: "POST",
        url: "/api/platform/v1/businesses",
        headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": randomUUID() },
        payload: { platformBusinessId: randomUUID(), ein },
      });
      const businessId = uuidOf("business", String(answer.json().id));
      if (answer.statusCode !== 201 || !businessId) throw new Error(`${answer.statusCode} ${answer.body}`);
      return { businessId, personId: null, number: ein };
    },
    close: async () => {
      await fastify.close();
      await app.close();
    },
  };
}

/** Encrypts one value for each data key: an EIN of each business and an SSN of one of its owners. */
async function seal(admin: pg.Pool, app: AppContext, platformId: string, count: number): Promise<Sealed[]> {
  const sealed: Sealed[] = Array.from({ length: count / 2 }, () => randomUUID()).flatMap((businessId) => [
    { businessId, personId: null, number: aNumber() },
    { businessId, personId: randomUUID(), number: aNumber() },
  ]);
  await admin.query("insert into app.business (id, platform_id) select unnest($1::uuid[]), $2", [
    sealed.filter(({ personId }) => personId === null).map(({ businessId }) => businessId),
    platformId,
  ]);
  const waiting = sealed.values();
  const lane = async () => {
    for (const value of waiting) await save(app, platformId, value);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return sealed;
}

async function save(app: AppContext, platformId: string, { businessId, personId, number }: Sealed): Promise<void> {
  const field = personId ? "SSN" : "EIN";
  const key = await app.vault.keyFor({ platformId, businessId, personId });
  const fingerprint = app.vault.fingerprint(number, field);
  await inScope(app.pool, { platformId, businessId }, (tx) =>
    app.vault.save(tx, key, { ownerId: personId ?? businessId, field, value: new Secret(number), fingerprint }),
  );
}

async function read(
  { vault }: AppContext,
  pool: pg.Pool,
  platformId: string,
  { businessId, personId }: Sealed,
): Promise<string | undefined> {
  const key = await vault.keyFor({ platformId, businessId, personId });
  const secret = await inScope(pool, { platformId, businessId }, (tx) =>
    vault.reveal(tx, key, personId ?? businessId, personId ? "SSN" : "EIN"),
  );
  return secret?.reveal();
}

/** Requests that create businesses with an EIN and reads of random values, by all servers in turn. */
function startTraffic(platformId: string, sealed: readonly Sealed[], servers: Server[]) {
  const done = { created: [] as Sealed[], reads: 0, errors: [] as string[] };
  const busy = new Map<Server, number>();
  const count = (server: Server, change: number) => busy.set(server, (busy.get(server) ?? 0) + change);
  let running = true;
  const lane = async (number: number) => {
    for (let turn = number; running; turn++) {
      const server = servers[turn % servers.length];
      const value = sealed[randomInt(sealed.length)];
      if (!server || !value) throw new Error("there is no server");
      count(server, 1);
      try {
        done.created.push(await server.createBusiness(aNumber()));
        const found = await read(server.app, server.app.pool, platformId, value);
        if (found !== value.number) done.errors.push("another value was read");
        done.reads++;
      } catch (error) {
        done.errors.push(String(error));
      }
      count(server, -1);
    }
  };
  const allLanes = Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return {
    add: (server: Server) => void servers.push(server),
    /** Sends no more requests to the server, and waits for the running ones. */
    takeOut: async (server: Server) => {
      servers.splice(servers.indexOf(server), 1);
      await until("the server is idle", () => busy.get(server) === 0);
    },
    moreRequests: async (more: number) => {
      const wanted = done.reads + more;
      await until("more requests are answered", () => done.reads >= wanted || done.errors.length > 0);
    },
    stop: async () => {
      running = false;
      await allLanes;
      return done;
    },
  };
}

async function countUnreadable(
  app: AppContext,
  pool: pg.Pool,
  platformId: string,
  sealed: readonly Sealed[],
): Promise<number> {
  let unreadable = 0;
  const waiting = sealed.values();
  const lane = async () => {
    for (const value of waiting) {
      const found = await read(app, pool, platformId, value).catch(() => undefined);
      if (found !== value.number) unreadable++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return unreadable;
}

/** A copy of the files of the main database, as a backup has them. */
async function copyOf(adminUrl: string): Promise<pg.Pool> {
  const name = "inlay_backup";
  const url = new URL(adminUrl);
  url.pathname = "/postgres";
  const client = new pg.Client(url.href);
  await client.connect();
  // A database is copied while nobody is connected to it.
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'inlay'");
  await client.query(`create database ${name} template inlay strategy file_copy`);
  await client.end();
  return createPool(urlFor("app", adminUrl, name, "inlay"), { max: lanes });
}
