import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { addDays, businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { advance } from "./advance.ts";
import {
  type Applicant,
  beginsAt,
  type Closing,
  chooseOffer,
  makeApplicant,
  type StaffTokens,
} from "./closings-ground.ts";
import { type Ask, actAsOwner, actAsStaff, expected, openOwner, staffMember } from "./closings-people.ts";
import { putToSandbox } from "./payments-ground.ts";
import { persist } from "./persist.ts";
import { sleep } from "./proof.ts";
import type { World } from "./world.ts";

const stepMs = 600_000;

type Servicing = {
  loanStatus: string;
  writtenOffAt: string | null;
  items: Item[];
};
type Item = { owedCents: number; paidCents: number; waivedCents: number };

/** A funded product of a business. */
export type Product = { id: string; type: OfferTerms["productType"]; amountCents: number };

/**
 * A business whose people do everything over HTTP: its owner in the portal, its platform, which moves its clock by its API, and members of staff
 * in the console. Only the decision that made its offer is made for it.
 */
export class Life {
  readonly world: World;
  readonly name: string;
  readonly products: Product[] = [];
  readonly #staff: StaffTokens;
  readonly #applicant: Applicant;
  #today = beginsAt.slice(0, 10);

  private constructor(world: World, staff: StaffTokens, name: string, applicant: Applicant) {
    this.world = world;
    this.name = name;
    this.#staff = staff;
    this.#applicant = applicant;
  }

  static async begin(world: World, staff: StaffTokens, name: string, accountNumber: string): Promise<Life> {
    const applicant = await makeApplicant(world, { name, accountNumber, coOwner: null });
    await putToSandbox(world, "/clock", { world: applicant.businessId, now: beginsAt });
    return new Life(world, staff, name, applicant);
  }

  get today(): string {
    return this.#today;
  }

  get businessId(): string {
    return this.#applicant.businessId;
  }

  /** The owner signs a chosen offer, two members of staff fund it, and its payout has arrived. */
  async fund(terms: OfferTerms, amountCents: number): Promise<Product> {
    const { world, name } = this;
    const at = this.products.length === 0 ? beginsAt : `${this.#today}T15:00:00Z`;
    const offer = { terms, amountCents, state: "OH", provider: "EQUITY" as const, at };
    const closing: Closing = {
      n: this.products.length,
      ...this.#applicant,
      ...(await chooseOffer(world, this.#applicant, offer)),
      amountCents,
      payoutCents: amountCents,
      provider: "EQUITY",
      isDisclosed: false,
      coOwner: null,
      returns: true,
      approvers: 1,
      leaves: null,
    };
    const owner = await openOwner(world, closing);
    await persist(`${name}: its owner signs`, () => again(actAsOwner(closing, owner)), stepMs);
    await persist(`${name}: staff fund it`, () => again(actAsStaff(world, this.#staff, closing)), stepMs);
    const earlier = new Set(this.products.map(({ id }) => id));
    for (let tries = 0; tries < 6; tries++) {
      await this.pass(1);
      const issued = await this.issued();
      const made = issued.find(({ id, loanStatus }) => !earlier.has(id) && loanStatus === "CURRENT");
      if (made && (await this.servicing(made.id)) !== null) {
        const product = { id: made.id, type: terms.productType, amountCents };
        this.products.push(product);
        return product;
      }
    }
    throw new Error(`${name} is not funded`);
  }

  /** The platform moves the clock of the business. */
  async passTo(day: string): Promise<void> {
    if (day <= this.#today) return;
    await advance(this.world, this.#applicant, day);
    this.#today = day;
  }

  pass(days: number): Promise<void> {
    return this.passTo(addDays(businessDate(this.#today), days));
  }

  /** Passes day by day in steps of the given number until it holds. */
  async passUntil(what: string, holds: () => Promise<boolean>, step = 1, most = 260): Promise<void> {
    for (let passed = 0; passed <= most; passed += step) {
      if (await holds()) return;
      await this.pass(step);
    }
    throw new Error(`${this.name}: ${what} does not come in ${most} days`);
  }

  passUntilStatus({ id }: Product, status: string, step = 2): Promise<void> {
    return this.passUntil(`status ${status}`, async () => (await this.statusOf(id)) === status, step);
  }

  /** What the owner asks of the portal. A session lasts shorter than a life, so each call has its own. */
  async owner(method: "GET" | "POST" | "PUT", url: string, payload?: object): Promise<Record<string, unknown>> {
    return expected(await (await openOwner(this.world, this.#applicant))(method, url, payload)).body;
  }

  async issued(): Promise<{ id: string; loanStatus: string; servicingData: Record<string, unknown> }[]> {
    const { issuedProducts } = await this.owner("GET", "/issued-products");
    return issuedProducts as Awaited<ReturnType<Life["issued"]>>;
  }

  async statusOf(productId: string): Promise<string | undefined> {
    return (await this.issued()).find(({ id }) => id === productId)?.loanStatus;
  }

  /** What staff see; null before the payout was submitted. */
  async servicing(productId: string): Promise<Servicing | null> {
    const answer = await this.#member("GET", `${this.#pathOf(productId)}/servicing`);
    return answer.status === 404 ? null : (expected(answer).body as unknown as Servicing);
  }

  async serviced({ id }: Pick<Product, "id">): Promise<Servicing> {
    const servicing = await this.servicing(id);
    if (!servicing) throw new Error(`${this.name}: its product is not in servicing`);
    return servicing;
  }

  /** What is unpaid of a product, as staff see it. */
  async unpaid({ id }: Pick<Product, "id">): Promise<number> {
    const { items } = await this.serviced({ id });
    return items.reduce((all, one) => all + one.owedCents - one.paidCents - one.waivedCents, 0);
  }

  get #member(): Ask {
    return staffMember(this.world, this.#staff[0]);
  }

  #pathOf(productId: string): string {
    return `/businesses/${this.businessId}/issued-products/${productId}`;
  }
}

/** Nobody looks again at once. */
async function again(acting: Promise<boolean>): Promise<boolean> {
  const isDone = await acting;
  if (!isDone) await sleep(200);
  return isDone;
}
