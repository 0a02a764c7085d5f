import { Refusal } from "@inlay/contracts/errors.ts";
import { prequalificationCalls } from "@inlay/contracts/partner/prequalifications/calls.ts";
import type {
  PartnerPrequalification,
  PrequalificationCreate,
  PrequalificationResult,
} from "@inlay/contracts/partner/prequalifications/prequalification.ts";
import { toProductType } from "@inlay/contracts/partner/product-type.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { savePrequalification } from "../../onboarding/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import { saveRows } from "../batch.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import { inPlatform, type PartnerInput, type PartnerRequest, type PartnerScope } from "../request.ts";
import { readPrequalification } from "./read-prequalifications.ts";

async function prequalifyOne(
  scope: PartnerScope,
  enabledProducts: readonly ProductType[],
  body: PrequalificationCreate,
  by: PartnerRequest<"createPrequalification">["by"],
): Promise<PartnerPrequalification> {
  const { platformId } = scope.caller;
  const { signals, analyticsEnabled } = body;
  const product = toProductType(body.productType);
  if (!enabledProducts.includes(product)) throw new Refusal("PRODUCT_NOT_ENABLED");
  const of = await subjectOf(scope, body);
  const request = { platformId, of, product, signals, analyticsEnabled };
  return readPrequalification(scope, await savePrequalification(scope.tx, scope.app, request, by));
}

const enabledFor = async ({ tx, caller }: PartnerScope) =>
  (await settingsOf(tx, caller.platformId)).platformEnabledProducts;

/** An anonymous one has no business, even if the platform has one with this id. */
async function subjectOf(
  scope: PartnerScope,
  { prequalType, businessId, platformBusinessId = "" }: PrequalificationCreate,
) {
  if (prequalType === "ANON") return { platformBusinessId };
  return { businessId: await resolveBusiness(scope, businessId ?? `platform:${platformBusinessId}`) };
}

export async function createPrequalification(
  request: PartnerRequest<"createPrequalification">,
): Promise<PartnerPrequalification> {
  return prequalifyOne(request, await enabledFor(request), request.body, request.by);
}

export async function createPrequalifications(
  input: PartnerInput<"createPrequalifications">,
): Promise<PrequalificationResult[]> {
  const { path } = prequalificationCalls.createPrequalifications;
  const enabled = await inPlatform(input, enabledFor);
  const results = await saveRows(input, path, input.body.rows, (scope, row) =>
    prequalifyOne(scope, enabled, row, input.by),
  );
  return results.map(({ item: prequalification, ...result }) => ({ ...result, prequalification }));
}

export const answerBatch = async ({
  ready: results,
}: PartnerRequest<"createPrequalifications", PrequalificationResult[]>) => ({
  object: "prequalification_batch" as const,
  results,
});
