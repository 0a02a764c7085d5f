import { freePort } from "../../../../scripts/processes.ts";
import { readVariables, type SettingsOf, type Variables, type VendorConfig, valuesAt } from "../environment.ts";
import { openReceiver, type Receiver } from "./receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "./sandbox.fixture.ts";

/** A vendor's responses may take this long on a busy machine. */
export const patienceMs = 60_000;
/** For requests that get no response. Long enough to be sent on a busy machine. */
export const impatienceMs = 3_000;

type Configured<V extends Variables> = VendorConfig & { variables: V };
type Env = Record<string, string>;

/** The settings of a vendor. What `env` leaves out has the sandbox's value. */
export function settingsOf<V extends Variables>(vendor: Configured<V>, env: Env): SettingsOf<V> {
  const read = readVariables(vendor.variables, env);
  if (!read.success) throw read.error;
  return read.data;
}

/** A vendor of the sandbox as its adapter's test needs it, with a receiver for its webhooks. */
export type TestVendor<V extends Variables> = {
  sandbox: TestSandbox;
  receiver: Receiver;
  /** The settings for this sandbox, with changes such as a wrong secret. */
  settings(changes?: Env): SettingsOf<V>;
  /** The settings for an address at which nothing listens. */
  unreachable: SettingsOf<V>;
  setClock(world: string, now: string): Promise<void>;
  /** Makes the vendor fail, with `only` for the requests whose method and path contain it. */
  setFaults(kinds: readonly string[], only?: string): Promise<void>;
  /** The webhooks whose body names the business, after all of them were delivered. */
  webhooksAbout(businessId: string): Promise<Receiver["received"]>;
  close(): Promise<void>;
};

/** Starts a sandbox for one vendor. `env` is known to both sides. */
export async function startVendor<V extends Variables>(
  vendor: Configured<V>,
  env: Env = {},
  receiver?: Receiver,
): Promise<TestVendor<V>> {
  const webhooks = receiver ?? (await openReceiver());
  const sandbox = await testSandbox({ ...valuesAt(vendor.sandboxVariables ?? {}, { api: webhooks.url }), ...env });
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const settingsAt = (url: string, changes: Env = {}) =>
    settingsOf(vendor, { ...valuesAt(vendor.variables, { api: webhooks.url, sandbox: url }), ...env, ...changes });
  return {
    sandbox,
    receiver: webhooks,
    settings: (changes) => settingsAt(sandbox.url, changes),
    unreachable: settingsAt(nowhere),
    setClock: (world, now) => sandbox.put("/clock", { world, now }),
    setFaults: (kinds, only) =>
      sandbox.put(`/faults/${vendor.name}`, { faults: kinds.map((kind) => ({ kind, ...(only && { only }) })) }),
    webhooksAbout: async (businessId) => {
      await sandbox.webhooksDelivered(businessId);
      return webhooks.received.filter(({ body }) => body.includes(businessId));
    },
    close: async () => {
      webhooks.close();
      await sandbox.close();
    },
  };
}
