import { Refusal } from "@inlay/contracts/errors.ts";
import { hardToRead } from "@inlay/contracts/theme/legibility.ts";
import {
  type SignInPage,
  type StyleConfiguration,
  type Styles,
  signInPage,
  styles,
} from "@inlay/contracts/theme/style-configuration.ts";
import { z } from "zod/mini";
import { prepared, type Tx } from "../db/scope.ts";

const themesOf = prepared((tx, { platformId }: { platformId: string }) =>
  tx
    .selectFrom("style_configuration")
    .select(["id", "version", "name", "is_default", "created_at", "styles", "sign_in"])
    .where("platform_id", "=", platformId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc"),
);

/** The parsed themes by id. A changed row has another version, so a cached entry is never outdated. */
const parsed = new Map<string, { version: number; theme: StyleConfiguration }>();

/** All themes of a platform, newest first. */
export async function styleConfigurationsOf(tx: Tx, platformId: string): Promise<StyleConfiguration[]> {
  return (await themesOf(tx, { platformId })).map((row) => {
    const known = parsed.get(row.id);
    if (known?.version === row.version) return known.theme;
    const theme = {
      id: row.id,
      name: row.name,
      isDefault: row.is_default,
      createdAt: row.created_at.toISOString(),
      styles: z.parse(styles, row.styles),
      signInPage: z.parse(signInPage, row.sign_in),
    };
    parsed.set(row.id, { version: row.version, theme });
    return theme;
  });
}

export async function saveStyleConfiguration(
  tx: Tx,
  platformId: string,
  theme: { name: string; isDefault: boolean; styles: Styles; signInPage: SignInPage },
): Promise<void> {
  const fields = hardToRead(theme.styles);
  if (fields.length > 0) throw new Refusal("VALIDATION_FAILED", { fields });
  const row = {
    is_default: theme.isDefault,
    styles: JSON.stringify(z.parse(styles, theme.styles)),
    sign_in: JSON.stringify(z.parse(signInPage, theme.signInPage)),
  };
  await tx
    .insertInto("style_configuration")
    .values({ platform_id: platformId, name: theme.name, ...row })
    .onConflict((conflict) => conflict.columns(["platform_id", "name"]).doUpdateSet(row))
    .execute();
}
