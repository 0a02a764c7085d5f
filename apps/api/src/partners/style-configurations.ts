import { Refusal } from "@inlay/contracts/errors.ts";
import { hardToRead } from "@inlay/contracts/look/legibility.ts";
import {
  type SignInPage,
  type StyleConfiguration,
  type Styles,
  signInPage,
  styles,
} from "@inlay/contracts/style-configuration.ts";
import { z } from "zod/mini";
import { prepared, type Tx } from "../db/scope.ts";

const looksOf = prepared((tx, { platformId }: { platformId: string }) =>
  tx
    .selectFrom("style_configuration")
    .select(["id", "version", "name", "is_default", "created_at", "styles", "sign_in"])
    .where("platform_id", "=", platformId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc"),
);

/** What was parsed last, by id. A row that changed has another version, so nothing here can be out of date. */
const parsed = new Map<string, { version: number; look: StyleConfiguration }>();

/** All looks of a platform, newest first. */
export async function styleConfigurationsOf(tx: Tx, platformId: string): Promise<StyleConfiguration[]> {
  return (await looksOf(tx, { platformId })).map((row) => {
    const known = parsed.get(row.id);
    if (known?.version === row.version) return known.look;
    const look = {
      id: row.id,
      name: row.name,
      isDefault: row.is_default,
      createdAt: row.created_at.toISOString(),
      styles: z.parse(styles, row.styles),
      signInPage: z.parse(signInPage, row.sign_in),
    };
    parsed.set(row.id, { version: row.version, look });
    return look;
  });
}

/** The look for somebody who asked for none: the default, else the newest. */
export const usualLook = (looks: StyleConfiguration[]): StyleConfiguration | null =>
  looks.find((look) => look.isDefault) ?? looks[0] ?? null;

export async function saveStyleConfiguration(
  tx: Tx,
  platformId: string,
  look: { name: string; isDefault: boolean; styles: Styles; signInPage: SignInPage },
): Promise<void> {
  const fields = hardToRead(look.styles);
  if (fields.length > 0) throw new Refusal("VALIDATION_FAILED", { fields });
  const row = {
    is_default: look.isDefault,
    styles: JSON.stringify(z.parse(styles, look.styles)),
    sign_in: JSON.stringify(z.parse(signInPage, look.signInPage)),
  };
  await tx
    .insertInto("style_configuration")
    .values({ platform_id: platformId, name: look.name, ...row })
    .onConflict((conflict) => conflict.columns(["platform_id", "name"]).doUpdateSet(row))
    .execute();
}
