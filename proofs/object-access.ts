import { slices } from "../apps/api/src/slices.ts";
import { type Attack, attacksOn, isPermitted, requestsOf, requireEveryField } from "./object-access-attacks.ts";
import { type DescribedCall, describeCalls, fieldName, requireRouted } from "./object-access-calls.ts";
import { faults } from "./object-access-faults.ts";
import { type Canaries, createJudge, type Judge, readCanaries } from "./object-access-judge.ts";
import { createTenants, type Tenant } from "./object-access-tenants.ts";
import { lanes, type Server, send, startServer } from "./object-access-world.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

export const proof: Proof = {
  claim:
    "Every call of the portal, the partner API, the staff API and the accountant's page is sent by each caller of its audience, and each id in its path, query, body and headers is replaced by the id of the same object of another business on the same platform, of another platform, of another business of the same person, and by one that was never issued, in lists also beside the caller's own; and it is sent without credentials, with revoked and expired ones, and with those of another audience. Webhooks that no vendor signed name everything of a tenant. The ids are found by the schemas that the server parses with, and a call whose ids have no case stops the proof. The answer to somebody else's id equals the answer to an unknown one, contains nothing of another tenant's rows, and nothing of another tenant is written: each request runs in a transaction whose writes are looked at before it is rolled back. As a control, the same request succeeds with the caller's own id wherever the role permits it. Then guards are removed one at a time, and each of these faults is found.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const clock = stopwatch(say);
    const calls = describeCalls();
    const server = await startServer();
    try {
      requireRouted(slices, server.app);
      clock("PostgreSQL, the sandbox and the server");
      const tenants = await createTenants(server);
      const canaries = await readCanaries(server.admin, tenants);
      clock("the tenants and their objects");

      const all = tenants.flatMap((tenant) => {
        for (const call of calls)
          if (!call.isPublic) requireEveryField(call, requestsOf(call, tenant, callerOf(call, tenant)));
        const others = tenants.filter((other) => other !== tenant);
        return calls.flatMap((call) => attacksOn(call, tenant, others));
      });
      const attacks = tenth ? sampleOf(all, random) : all;
      const webhooks = await forgedWebhooks(server, canaries);
      const { decided, decidingFields } = await judgeAll(attacks, createJudge(server, canaries));
      if (!tenth) requireDeciding(calls, decidingFields);
      clock(`${attacks.length} cases`);

      const scouts = shuffled(scoutsOf(all), random);
      for (const { name, plant } of faults) {
        const restore = await plant(server, tenants);
        const found = await firstLeak(scouts, createJudge(server, canaries));
        if (!found) throw new Error(`the proof does not notice that ${name}`);
        await restore();
        hold(`${name}: ${found.name}, restored`, await createJudge(server, canaries).leakOf(found), null);
        say(`${name}: found by ${found.name}`);
      }
      clock("planted faults");

      hold("cases, full size", tenth || attacks.length >= 5_000, true);
      return {
        calls: calls.length,
        "id fields": calls.reduce((sum, { fields }) => sum + fields.length, 0),
        callers: new Set(tenants.flatMap(({ callers }) => callers.map(({ token }) => token))).size,
        cases: attacks.length + webhooks,
        "cases where the id decides": decided,
        "texts and ids that only one tenant has": canaries.reduce((sum, { texts }) => sum + texts.length, 0),
        leaks: 0,
        "planted faults found": `${faults.length} of ${faults.length}`,
      };
    } finally {
      await server.close();
    }
  },
};

/** Runs cases in several lanes at once until none is left or `visit` returns false. */
async function inLanes(attacks: readonly Attack[], visit: (attack: Attack) => Promise<boolean>): Promise<void> {
  let next = 0;
  let isOver = false;
  const lane = async () => {
    while (!isOver && next < attacks.length) {
      if (!(await visit(attacks[next++] as Attack))) isOver = true;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function judgeAll(attacks: readonly Attack[], { judge }: Judge) {
  const wrong: string[] = [];
  const decidingFields = new Set<string>();
  let decided = 0;
  await inLanes(attacks, async (attack) => {
    const { leak, invalid, idDecides } = await judge(attack);
    if (leak ?? invalid) wrong.push(`${attack.name}: ${leak ?? invalid}`);
    if (idDecides && attack.field) {
      decided++;
      decidingFields.add(`${attack.attempt.call.name} ${fieldName(attack.field)}`);
    }
    return true;
  });
  if (wrong.length > 0) throw new Error(`${wrong.length} cases are wrong:\n${wrong.slice(0, 40).join("\n")}`);
  return { decided, decidingFields };
}

/** Webhooks that no vendor signed, about everything of a tenant, are refused as those about nothing are. Returns their number. */
async function forgedWebhooks(server: Server, canaries: Canaries): Promise<number> {
  const jobs = slices.flatMap(({ webhooks = [] }) => webhooks.map((webhook) => webhook(server.app).job));
  const post = (job: string, ids: readonly string[]) =>
    server.rolledBack(async (undone) => {
      const headers = { "content-type": "application/json" };
      const reply = await send(server, {
        method: "POST",
        url: `/api/vendors/${job}/webhooks`,
        headers,
        payload: { ids },
      });
      return `${reply.status} ${reply.text} ${(await undone.written()).length}`;
    });
  for (const job of jobs) {
    hold(`a forged webhook about nothing to ${job}`, await post(job, []), "401  0");
    for (const { tenant, texts } of canaries)
      hold(`a forged webhook about ${tenant?.word ?? "a platform"} to ${job}`, await post(job, texts), "401  0");
  }
  return jobs.length * canaries.length;
}

/** The first case with a leak; null if there is none. */
async function firstLeak(attacks: readonly Attack[], { leakOf }: Judge) {
  const found: Attack[] = [];
  await inLanes(attacks, async (attack) => {
    const isLeak = (await leakOf(attack)) !== null;
    if (isLeak) found.push(attack);
    return !isLeak;
  });
  return found[0] ?? null;
}

/** Throws if an id field decides about no answer: its cases would prove nothing. */
function requireDeciding(calls: readonly DescribedCall[], deciding: ReadonlySet<string>): void {
  const idle = calls.flatMap(({ name, isPublic, fields }) =>
    isPublic ? [] : fields.map((field) => `${name} ${fieldName(field)}`).filter((field) => !deciding.has(field)),
  );
  if (idle.length > 0)
    throw new Error(
      `no answer depends on these ids; look them up, or list them in notIds with the reason:\n${idle.join("\n")}`,
    );
}

const callerOf = ({ call, name }: DescribedCall, { callers }: Tenant) => {
  const caller = callers.find(({ audience }) => audience === call.audience);
  if (!caller) throw new Error(`nobody can send ${name}`);
  return caller;
};

/** A thirtieth of the cases of each call, at least one. Cases that share a control are taken together. */
function sampleOf(attacks: readonly Attack[], random: () => number): Attack[] {
  return [...Map.groupBy(attacks, ({ attempt }) => attempt.call).values()].flatMap((ofCall) => {
    const groups = [...Map.groupBy(ofCall, ({ control }) => control.sent).values()];
    const sample: Attack[] = [];
    for (const group of shuffled(groups, random)) if (sample.length < ofCall.length / 30) sample.push(...group);
    return sample;
  });
}

/** One case of each kind and call, by a caller who may make the call. They notice a missing guard sooner than all cases in order. */
function scoutsOf(attacks: readonly Attack[]): Attack[] {
  const scouts = new Map<string, Attack>();
  for (const attack of attacks) {
    const { call, caller, sent } = attack.control;
    const key = `${call.name} ${attack.kind}`;
    if (!scouts.has(key) && isPermitted(call, caller, sent)) scouts.set(key, attack);
  }
  return [...scouts.values()];
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

function stopwatch(say: (line: string) => void): (what: string) => void {
  let began = performance.now();
  return (what) => {
    say(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    began = performance.now();
  };
}
