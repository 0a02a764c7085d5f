import type { AppContext } from "../../context.ts";
import { inScope } from "../../db/scope.ts";
import { denyApplication, lockApplication } from "../applications.ts";
import { decidedApplication } from "../decisions/decided.fixture.ts";
import type { Tenant } from "../reports.ts";
import { sendNotices } from "./send-notices.ts";

/** An application that was denied, with the notice of the business. */
export async function deniedWithNotice(
  app: AppContext,
  tenant: Tenant,
): Promise<{ applicationId: string; noticeId: string }> {
  const { applicationId } = await decidedApplication(app, tenant, "ASSIGN_TO_CAPITAL_PROVIDER");
  const clock = await inScope(app.pool, tenant, async (tx) => {
    const application = await lockApplication(tx, applicationId);
    if (!application) throw new Error("the application must exist");
    await denyApplication(tx, tenant, application, ["TIME_IN_BUSINESS"]);
    return tx
      .selectFrom("notice_clock")
      .select("id")
      .where("application_id", "=", applicationId)
      .where("kind", "=", "DENIAL")
      .executeTakeFirstOrThrow();
  });
  await sendNotices(app, { ...tenant, id: clock.id });
  const notice = await inScope(app.pool, tenant, (tx) =>
    tx
      .selectFrom("adverse_action_notice")
      .select("id")
      .where("application_id", "=", applicationId)
      .executeTakeFirstOrThrow(),
  );
  return { applicationId, noticeId: notice.id };
}

/** Replaces the object store by a map, for servers that run without one. */
export function keepFilesInMemory({ files }: AppContext): void {
  const stored = new Map<string, Buffer>();
  files.put = async (key, contents) => void stored.set(key, Buffer.from(contents));
  files.get = async (key) => stored.get(key) ?? null;
}
