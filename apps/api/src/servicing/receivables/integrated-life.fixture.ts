import { randomUUID } from "node:crypto";
import { cents } from "@inlay/lending/money/cents.ts";
import { integratedTerms } from "../../products/receivable.fixture.ts";
import { type LifeGround, LoanLife } from "../loan-life.fixture.ts";
import { type PostedReceivable, postReceivable } from "./post-receivable.ts";

/** An advance of 40.00 for 50.00 of future sales at 15 percent of each, which was funded on Thursday, 2026-01-15. */
export const anIntegratedAdvance = (ground: LifeGround): Promise<LoanLife> =>
  LoanLife.fund(ground, {
    terms: integratedTerms,
    product: {
      type: "INTEGRATED_MCA",
      request: { advanceAmountCents: 4_000 },
      amountCents: 4_000,
      payoutCents: 4_000,
    },
    until: "2026-01-16T15:00:00Z",
  });

type Sale = { chargeCents: number; repaymentCents: number; at: string; transactionId?: string; reversalOf?: string };

/** The platform posts what it has withheld of a sale. Returns the receivable. */
export async function post(
  ground: Pick<LifeGround, "server">,
  life: Pick<LoanLife, "debtor" | "id">,
  { chargeCents, repaymentCents, at, transactionId = randomUUID(), reversalOf }: Sale,
  issuedProductId = life.id,
): Promise<{ id: string; isRepeat: boolean; transactionId: string }> {
  const posted: PostedReceivable = {
    issuedProductId,
    transactionId,
    transactionAt: new Date(at),
    chargeAmountCents: cents(chargeCents),
    repaymentAmountCents: cents(repaymentCents),
    reversalOf: reversalOf ?? null,
  };
  const by = { actor: { kind: "PLATFORM_KEY", id: life.debtor.platformId } as const, requestId: "sale" };
  const made = await life.debtor.within((tx) => postReceivable(tx, ground.server.app, posted, by));
  return { ...made, transactionId };
}
