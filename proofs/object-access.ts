import { type Attack, attacksOn, requestsOf, requireEveryField } from "./object-access-attacks.ts";
import { describeCalls } from "./object-access-calls.ts";
import { createJudge, readCanaries } from "./object-access-judge.ts";
import { createTenants } from "./object-access-tenants.ts";
import { lanes, original, startMachines } from "./object-access-world.ts";
import type { Proof } from "./proof.ts";

export const proof: Proof = {
  claim: "draft",
  run: async ({ say }) => {
    const began = performance.now();
    const lap = (w: string) => say(`${w}: ${Math.round(performance.now() - began)} ms`);
    const calls = describeCalls();
    const machines = await startMachines();
    lap("machines");
    try {
      const server = await machines.server(original);
      const tenants = await createTenants(machines, server);
      lap("tenants");
      const { canaries, columns } = await readCanaries(server.admin, tenants);
      lap(`canaries ${[...canaries.values()].map((c) => c.length)} columns ${columns}`);
      for (const call of calls) {
        if (call.isPublic) continue;
        const tenant = tenants[0]!;
        const caller = tenant.callers.find(({ audience }) => audience === call.call.audience)!;
        requireEveryField(call, requestsOf(call, tenant, caller));
      }
      const attacks: Attack[] = tenants.flatMap((tenant) =>
        calls.flatMap((call) =>
          attacksOn(
            call,
            tenant,
            tenants.filter((o) => o !== tenant),
          ),
        ),
      );
      lap(`attacks ${attacks.length}`);
      const only = process.env["ONLY"];
      const judge = createJudge(server, machines, canaries);
      const queue = attacks.filter(({ name }) => !only || name.includes(only));
      let decides = 0;
      const wrong = new Map<string, string[]>();
      let done = 0;
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          for (let attack = queue.shift(); attack; attack = queue.shift()) {
            const verdict = await judge(attack).catch((e: unknown) => ({ wrong: `THREW ${e}`, idDecides: false }));
            if (verdict.idDecides) decides++;
            done++;
            if (verdict.wrong) {
              const key = `${attack.attempt.call.name} ${attack.kind} :: ${verdict.wrong.replaceAll(/req_[0-9a-z]{26}/g, "")}`;
              wrong.set(key, [...(wrong.get(key) ?? []), attack.name]);
            }
          }
        }),
      );
      lap("judged");
      for (const [key, names] of wrong) say(`${names.length} × ${names[0]} :: ${key.split(" :: ")[1]}`);
      await server.close();
      return { attacks: done, decides, wrong: wrong.size };
    } finally {
      await machines.close();
    }
  },
};
