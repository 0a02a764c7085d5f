import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import type { PartnerBusiness } from "@inlay/contracts/partner/businesses/business.ts";
import { v7 as uuidv7 } from "uuid";
import { record } from "../../db/record.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import type { Tx } from "../../db/scope.ts";
import { insertBusiness } from "../../people/public.ts";
import { addressColumn } from "../address-column.ts";
import type { PartnerInput, PartnerRequest } from "../request.ts";
import { findByPlatformId, readBusiness } from "./read-businesses.ts";

/** Fetches the encryption keys for a new business before its transaction begins. */
export async function prepareBusiness({ app: { vault }, caller, body }: PartnerInput<"createBusiness">) {
  const { platformId } = caller;
  const businessId = uuidv7();
  if (!body.ein) return { businessId, ein: null };
  const key = await vault.keyFor({ platformId, businessId });
  return { businessId, ein: { key, value: body.ein, fingerprint: vault.fingerprint(body.ein.reveal(), "EIN") } };
}

type PreparedBusiness = Awaited<ReturnType<typeof prepareBusiness>>;

export async function createBusiness(
  request: PartnerRequest<"createBusiness", PreparedBusiness>,
): Promise<PartnerBusiness> {
  const { tx, app, caller, body, by } = request;
  const { businessId, ein } = request.ready;
  const { platformId } = caller;
  const theme = body.themeName ? await themeNamed(tx, body.themeName) : null;
  const existing = await findByPlatformId(request, body.platformBusinessId);
  if (existing)
    throw new Refusal("ALREADY_EXISTS", { context: { object: "business", objectId: publicId("business", existing) } });
  await refuseDuplicate(
    insertBusiness(tx, {
      id: businessId,
      platform_id: platformId,
      platform_business_id: body.platformBusinessId,
      name: body.name ?? null,
      phone_number: body.phoneNumber ?? null,
      website: body.website ?? null,
      address: addressColumn(body.address),
      is_sole_proprietorship: body.isSoleProprietorship ?? null,
      custom_initialization_id: theme,
      metadata: JSON.stringify(body.metadata ?? {}),
      is_test: !app.config.isProduction,
    }),
    {
      business_platform_id_platform_business_id_key: () => new Refusal("BUSY"),
    },
  );
  if (ein) {
    await app.vault.save(tx, ein.key, {
      ownerId: businessId,
      field: "EIN",
      value: ein.value,
      fingerprint: ein.fingerprint,
    });
  }
  await record(tx, {
    platformId,
    businessId,
    kind: "business.created",
    body: { source: "PARTNER_API" },
    action: "partner.business.create",
    object: { kind: "business", id: businessId },
    ...by,
  });
  return readBusiness(request, businessId);
}

export async function themeNamed(tx: Tx, name: string): Promise<string> {
  const theme = await tx.selectFrom("style_configuration").select("id").where("name", "=", name).executeTakeFirst();
  if (!theme) throw new Refusal("CUSTOM_INITIALIZATION_NOT_FOUND", { context: { name } });
  return theme.id;
}
