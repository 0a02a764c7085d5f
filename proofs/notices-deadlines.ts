import { inScope } from "../apps/api/src/db/scope.ts";
import { noteOpened, readNoticeText } from "../apps/api/src/underwriting/notices/stored-notice.ts";
import { until } from "../scripts/processes.ts";
import { inLanes } from "./applying.ts";
import { type Applied, settle, store, type Wanted } from "./notices-applicants.ts";
import { hold, randomFrom } from "./proof.ts";
import { countOf, type World } from "./world.ts";

const dayMs = 86_400_000;

/** The days on which the mail server goes down and comes back. */
const outages = [
  { from: 0, to: 6 },
  { from: 25, to: 29 },
] as const;
const lastDay = 30;
const isDown = (day: number) => outages.some(({ from, to }) => day >= from && day < to);
/** The first day from this one on which emails are accepted. */
const sentOn = (day: number) => outages.find(({ from, to }) => day >= from && day < to)?.to ?? day;

/** Businesses of one kind. `begins` is the day on which their application is complete, or received if data is missing. */
type Group = {
  begins: number;
  wanted: Wanted;
  /** The mail server refuses the primary owner's address, who opens the notice in the portal on this day. */
  openedOn?: number;
};
const groups: readonly Group[] = [
  { begins: 0, wanted: "DENIAL" },
  { begins: 0, wanted: "COUNTER_OFFER" },
  { begins: 0, wanted: "UNDECIDED" },
  { begins: -8, wanted: "UNDECIDED" },
  { begins: 0, wanted: "UNFUNDED" },
  { begins: 0, wanted: "INCOMPLETE" },
  { begins: -5, wanted: "INCOMPLETE" },
  { begins: 8, wanted: "DENIAL" },
  { begins: 8, wanted: "DENIAL", openedOn: 15 },
  { begins: 25, wanted: "DENIAL" },
];
/** Stops of a short run: those on which something changes. */
const shortStops = [0, 5, 6, 8, 15, 20, 25, 28, 29];

type Living = { group: Group; applied: Applied };
type Wish = { seed: number; firstNumber: number; each: number; isShort: boolean; say: (line: string) => void };

/** Moves the clocks of businesses from day to day, and compares the tasks of staff with those that the days and the mail server give cause for. */
export async function passDeadlines(world: World, { seed, firstNumber, each, isShort, say }: Wish) {
  // Each business begins at another time of the day.
  const start = Date.now() + dayMs;
  const all = await inLanes(groups.length * each, async (n): Promise<Living> => {
    const group = groups[n % groups.length] as Group;
    const random = randomFrom(seed + firstNumber + n);
    const applied = await store(world, random, {
      wanted: group.wanted,
      n: firstNumber + n,
      receivedAt: new Date(start + Math.floor(random() * dayMs) + group.begins * dayMs),
      hasOwnClock: true,
      isRefused: group.openedOn !== undefined,
    });
    return { group, applied };
  });
  const isRefused = new Set(
    all.filter(({ group }) => group.openedOn !== undefined).flatMap(({ applied }) => primaryOf(applied).email),
  );
  const counts = { checks: 0, alarms: 0 };
  const compare = async (day: number, isLate: boolean) => {
    const tasks = await openTasks(world);
    for (const { group, applied } of all.filter((one) => one.group.begins <= day)) {
      const wanted = tasksOf(group, day, isLate);
      const { businessId } = applied.tenant;
      hold(
        `open tasks of ${applied.facts.business.name} (${group.wanted} from day ${group.begins}) on day ${day}`,
        (tasks.get(businessId) ?? []).toSorted().join(),
        wanted.toSorted().join(),
      );
      counts.checks++;
      if (wanted.includes("NOTICE_DUE")) counts.alarms++;
    }
  };
  const days = isShort ? shortStops : Array.from({ length: lastDay + 1 }, (_, day) => day);
  for (const day of days) {
    if (outages.some(({ from }) => from === day)) await world.engine.sandbox.kill();
    await moveClocks(world, all, day);
    for (const { group, applied } of all)
      if (group.begins === day && (group.wanted === "DENIAL" || group.wanted === "COUNTER_OFFER"))
        await settle(world, applied);
    await quiet(world, isDown(day) || outages.some(({ to }) => to === day));
    await compare(day, false);
    const isBack = outages.some(({ to }) => to === day);
    if (isBack) {
      await world.engine.sandbox.start();
      await quiet(world, false);
    }
    for (const { group, applied } of all) if (group.openedOn === day) await open(world, applied);
    if (isBack || all.some(({ group }) => group.openedOn === day)) await compare(day, true);
    if (outages.some(({ from, to }) => from === day || to === day))
      say(`day ${day}: the mail server is ${isBack ? "back" : "down"}`);
  }
  await holdDays(world, all);
  return {
    all: all.filter(({ group }) => group.wanted !== "INCOMPLETE").map(({ applied }) => applied),
    incomplete: all.filter(({ group }) => group.wanted === "INCOMPLETE").length,
    isRefused,
    ...counts,
  };
}

/** The kinds of tasks that staff have about a business on a day. `isLate`: the mail server is back, or the notice was opened, on that day. */
function tasksOf({ begins, wanted, openedOn }: Group, day: number, isLate: boolean): string[] {
  const age = day - begins;
  const isWaited = wanted === "UNDECIDED" || wanted === "UNFUNDED" || wanted === "INCOMPLETE";
  const isOpen = isWaited && (wanted === "INCOMPLETE" || age < 28);
  const tasks: string[] = [];
  if (isOpen && age >= 2) tasks.push("ANSWER_OVERDUE");
  if (isOpen && wanted !== "INCOMPLETE" && age >= 15) tasks.push("DECISION_LATE");
  if (isOpen && wanted !== "INCOMPLETE" && age >= 20) tasks.push("DECISION_URGENT");
  // The day on which the notice is ordered, and the one on which staff are alarmed while it is not sent.
  const [orderedAt, alarmAt] = {
    DENIAL: [0, 5],
    COUNTER_OFFER: [0, 5],
    UNDECIDED: [28, 25],
    UNFUNDED: [28, 25],
    INCOMPLETE: [25, 28],
  }[wanted] as [number, number];
  const tellsOn = openedOn ?? sentOn(begins + orderedAt);
  const waitsInDay = openedOn !== undefined || tellsOn !== begins + orderedAt;
  const isTold = day > tellsOn || (day === tellsOn && (isLate || !waitsInDay));
  if (!isTold && age >= alarmAt) tasks.push("NOTICE_DUE");
  if (!isTold && openedOn !== undefined) tasks.push("NOTICE_UNDELIVERED");
  return tasks;
}

const primaryOf = ({ facts }: Applied) => {
  const primary = facts.owners.find(({ isPrimary }) => isPrimary);
  if (!primary) throw new Error("a business must have a primary owner");
  return primary;
};

/** The open tasks of each business, each kind once. */
async function openTasks({ admin }: World): Promise<Map<string, string[]>> {
  const { rows } = await admin.query<{ id: string; kinds: string[] }>(
    `select business_id as id, array_agg(distinct kind) as kinds from app.task
     where closed_at is null and business_id is not null group by business_id`,
  );
  return new Map(rows.map(({ id, kinds }) => [id, kinds]));
}

/** Moves each clock to a day after its business began. Clocks of those that begin later stay. */
async function moveClocks({ admin }: World, all: readonly Living[], day: number): Promise<void> {
  for (const { group, applied } of all)
    await admin.query(
      `update app.business_clock c set now_at = greatest(now_at, a.received_at + make_interval(days => $2))
       from app.loan_application a where a.business_id = c.business_id and c.business_id = $1`,
      [applied.tenant.businessId, day - group.begins],
    );
}

/** Waits until everything that is due has run. What needs the mail server, or the files beside it, stays open while it is down. */
async function quiet(world: World, isMailDown: boolean): Promise<void> {
  const due = ["loan_application", "notice_clock", "input_request"].map(
    (table) =>
      `select from app.${table} t join app.business_clock c using (business_id) where t.next_action_at <= c.now_at`,
  );
  const runs = `select from app.workflow_run join app.business_clock using (business_id)
    where state = 'OPEN' ${isMailDown ? "and kind not in ('deliver-email', 'send-notices')" : ""}`;
  const events = "select from app.event join app.business_clock using (business_id) where handled_at is null";
  const work = `(${[...due, runs, events].join(" union all ")}) work`;
  await until("nothing is due", async () => (await countOf(world, work)) === 0);
}

/** The primary owner opens the notices whose emails were refused. */
async function open({ app, admin }: World, { tenant, primaryUserId }: Applied): Promise<void> {
  const person = {
    kind: "person",
    sessionId: primaryUserId,
    ...tenant,
    userId: primaryUserId,
    userIndex: 0,
    email: null,
    origin: "http://localhost",
    locale: null,
    language: "en",
    roles: ["PRIMARY_OWNER"],
  } satisfies Parameters<typeof noteOpened>[1];
  const { rows } = await admin.query<{ id: string }>(
    "select id from app.adverse_action_notice where business_id = $1 and refused_at is not null",
    [tenant.businessId],
  );
  for (const { id } of rows) {
    await readNoticeText(app, { ...tenant, noticeId: id, person });
    await inScope(app.pool, tenant, (tx) => noteOpened(tx, person, id, "proof"));
  }
}

/** The days, in business time, on which undecided applications were decided and notices of incompleteness were given. */
async function holdDays(world: World, all: readonly Living[]): Promise<void> {
  const count = (...of: Wanted[]) => all.filter(({ group }) => of.includes(group.wanted)).length;
  hold(
    "applications decided on day 28",
    await countOf(world, "app.loan_application where declined_at = completed_at + interval '28 days'"),
    count("UNDECIDED", "UNFUNDED"),
  );
  hold(
    "notices of incompleteness on day 25",
    await countOf(
      world,
      `app.input_request r join app.loan_application a using (business_id) join app.notice_clock c on c.application_id = a.id
       where c.kind = 'INCOMPLETE' and c.sent_at is not null and r.notice_given_at = a.received_at + interval '25 days'`,
    ),
    count("INCOMPLETE"),
  );
}
