import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { followSigning, signingLinkOf } from "./follow-signing.ts";
import { primarySigner } from "./signing.ts";

type Signing = { platformId: string; businessId: string; id: string };

/** Lets the vendor simulate the signatures that are missing of the primary owner or of the co-owners, in their order, and saves its state. */
export async function signInSandbox(
  app: AppContext,
  { platformId, businessId, id }: Signing,
  signedBy: "PRIMARY_OWNER" | "CO_OWNERS",
): Promise<void> {
  const signers = await inScope(app.pool, { platformId, businessId }, (tx) =>
    tx
      .selectFrom("signing_signer")
      .select("signer_id")
      .where("signing_id", "=", id)
      .where("signer_id", signedBy === "PRIMARY_OWNER" ? "=" : "<>", primarySigner)
      .where("completed_at", "is", null)
      .orderBy("signing_order")
      .execute(),
  );
  for (const { signer_id } of signers) {
    const link = await signingLinkOf(app, { platformId, businessId, id }, signer_id);
    if (link) await app.eSign.simulateSignature(link);
  }
  await followSigning(app, { platformId, businessId, id });
}
