import type { TestMember } from "../../staff/staff.fixture.ts";
import { giveRole, type LifeGround, LoanLife } from "../loan-life.fixture.ts";

/** A line of 50,000.00 whose draws cost 24 percent a year over six months and a fee of 2 percent, as D-1 of the worked examples. */
const lineTerms = {
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: 5_000_000,
  interestRatePercentage: "24",
  feePercentage: "2",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "AMOUNT",
  locMaintenanceFeePercentage: "0",
  locMaintenanceFeeAmountCents: 0,
};

type LineWishes = { accountNumber?: string; terms?: object; maturesOn?: string; role?: string; until?: string };

/** An open line in servicing, and the role of its person. */
export async function aLine(ground: LifeGround, wishes: LineWishes = {}): Promise<LoanLife> {
  const { terms = lineTerms, maturesOn = "2027-01-09", role = "PRIMARY_OWNER", until, accountNumber } = wishes;
  const life = await LoanLife.fund(ground, {
    terms,
    product: { type: "LOC_TERM_LOAN", request: null, amountCents: 5_000_000, maturesOn },
    ...(accountNumber && { accountNumber }),
    ...(until && { until }),
  });
  await giveRole(life, role);
  return life;
}

type Drawn = { drawRequest: { id: string; currentStep: string }; remainingLimitCents: number };

export const draw = (life: LoanLife, amountCents?: number, purpose?: string) =>
  life.debtor.person.as({
    method: "POST",
    url: `/api/v1/servicing/${life.id}/draw-requests`,
    payload: { ...(amountCents !== undefined && { amountCents }), ...(purpose && { purpose }) },
  });

/** A draw that was accepted; its id. */
export async function drawn(life: LoanLife, amountCents: number): Promise<string> {
  const { status, body } = await draw(life, amountCents);
  if (status !== 200) throw new Error(`the draw was refused: ${JSON.stringify(body)}`);
  return (body as unknown as Drawn).drawRequest.id;
}

export const withdraw = (life: LoanLife, drawId: string) =>
  life.debtor.person.as({ method: "DELETE", url: `/api/v1/servicing/draw-requests/${drawId}` });

export const drawStates = (life: LoanLife) =>
  life.rows<{ state: string; reason: string | null }>(
    "select state, rejection_reason as reason from app.draw where issued_product_id = $1 order by created_at, id",
    life.id,
  );

export const payouts = (life: LoanLife) =>
  life.rows<{ status: string; cents: number }>(
    "select status, amount_cents::int as cents from app.payment_order where issued_product_id = $1 and direction = 'OUTGOING' order by id",
    life.id,
  );

export const decideDraw = (by: TestMember, life: LoanLife, drawId: string, decision: "approve" | "reject") =>
  by.as("POST", `/businesses/${life.debtor.businessId}/draws/${drawId}/${decision}`, {
    reason: "The cash flow covers it",
  });

/** A draw that staff have approved, on a line at the given time. */
export async function fundedDraw(by: TestMember, life: LoanLife, amountCents: number, at: string): Promise<string> {
  const drawId = await drawn(life, amountCents);
  await life.act();
  const { status, body } = await decideDraw(by, life, drawId, "approve");
  if (status !== 200) throw new Error(`the draw was not approved: ${JSON.stringify(body)}`);
  await life.passTo(at);
  return drawId;
}
