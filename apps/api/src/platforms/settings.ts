import { Refusal } from "@inlay/contracts/errors.ts";
import { type PlatformSettings, platformSettings } from "@inlay/contracts/platform-settings.ts";
import { z } from "zod/mini";
import { prepared, type Tx } from "../db/scope.ts";

const byPlatform = prepared((tx, { platformId }: { platformId: string }) =>
  tx.selectFrom("platform_settings").select(["settings", "version"]).where("platform_id", "=", platformId),
);

/** The parsed settings by platform. A changed row has another version, so a cached entry is never outdated. */
const parsed = new Map<string, { version: number; settings: PlatformSettings }>();

/** The settings of a platform, with defaults for fields that the row does not have. */
export async function settingsOf(tx: Tx, platformId: string): Promise<PlatformSettings> {
  const [row] = await byPlatform(tx, { platformId });
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "platform" } });
  const known = parsed.get(platformId);
  if (known?.version === row.version) return known.settings;
  const settings = z.parse(platformSettings, row.settings);
  parsed.set(platformId, { version: row.version, settings });
  return settings;
}

/** Saves all settings and replaces the platform's sign-in domains. */
export async function saveSettings(tx: Tx, platformId: string, settings: PlatformSettings): Promise<void> {
  const checked = z.parse(platformSettings, settings);
  await tx
    .insertInto("platform_settings")
    .values({ platform_id: platformId, settings: JSON.stringify(checked) })
    .onConflict((conflict) => conflict.column("platform_id").doUpdateSet({ settings: JSON.stringify(checked) }))
    .execute();
  await tx.deleteFrom("sign_in_domain").where("platform_id", "=", platformId).execute();
  for (const domain of checked.signInDomains)
    await tx.insertInto("sign_in_domain").values({ domain, platform_id: platformId }).execute();
}
