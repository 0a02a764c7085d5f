/** What the law of the offer's state requires before the agreement of an amount. */
export type Required = "SIGNED" | "DELIVERED" | null;
type Status = "PREPARING" | "SENT" | "COMPLETED";

/** What a call is expected to answer: a refusal's code, or what its answer has to say. */
export type Expected = { code: string } | { next: string } | { status: Status } | { file: true };

/**
 * An offer as the rules describe it, in memory. It is written from the rules and not from the server's code: which amounts need which form,
 * what was fetched, what is signed, and what another choice ends.
 */
export class OfferModel {
  readonly #requiredFor: (amountCents: number) => Required;
  #form: {
    id: string | null;
    amountCents: number;
    delivered: boolean;
    signing: Status | null;
    signed: boolean;
  } | null = null;
  #agreement: { amountCents: number; status: Status } | null = null;
  #hasExpired = false;

  constructor(requiredFor: (amountCents: number) => Required) {
    this.#requiredFor = requiredFor;
  }

  /** The form that counts now. */
  get formId(): string | null {
    return this.#form?.id ?? null;
  }
  /** The server's id of a form that the model has just made. */
  nameForm(id: string): void {
    if (this.#form && this.#form.id === null) this.#form.id = id;
  }

  #closed(): Expected | null {
    if (this.#agreement?.status === "COMPLETED") return { code: "BUSINESS_ALREADY_ACCEPTED_OFFER_EXCEPTION" };
    return this.#hasExpired ? { code: "OFFER_EXPIRED" } : null;
  }

  /** What keeps the agreement of an amount from being opened. */
  missing(amountCents: number): "DELIVER_DISCLOSURE" | "SIGN_DISCLOSURE" | null {
    const required = this.#requiredFor(amountCents);
    if (required === null) return null;
    if (this.#form?.amountCents !== amountCents || !this.#form.delivered) return "DELIVER_DISCLOSURE";
    return required === "SIGNED" && !this.#form.signed ? "SIGN_DISCLOSURE" : null;
  }

  disclose(amountCents: number): Expected {
    const closed = this.#closed();
    if (closed) return closed;
    const isNew = this.#requiredFor(amountCents) !== null && this.#form?.amountCents !== amountCents;
    const endsAgreement = this.#agreement !== null && (isNew || this.#agreement.amountCents !== amountCents);
    const endsSigning = this.#form !== null && this.#form.amountCents !== amountCents;
    if (endsAgreement && this.#agreement?.status === "PREPARING") return { code: "SIGNING_BEING_PREPARED" };
    if (endsSigning && this.#form?.signing === "PREPARING") return { code: "SIGNING_BEING_PREPARED" };
    if (endsAgreement) this.#agreement = null;
    if (endsSigning && this.#form?.signing === "SENT") this.#form.signing = null;
    if (isNew) this.#form = { id: null, amountCents, delivered: false, signing: null, signed: false };
    return { next: this.missing(amountCents) ?? "SIGN_AGREEMENT" };
  }

  fetch(id: string): Expected {
    if (this.#form?.id !== id) return { code: "DISCLOSURE_SUPERSEDED" };
    this.#form.delivered = true;
    return { file: true };
  }

  sign(id: string): Expected {
    if (this.#form?.id !== id) return { code: "DISCLOSURE_SUPERSEDED" };
    const closed = this.#closed();
    if (closed) return closed;
    if (this.#requiredFor(this.#form.amountCents) !== "SIGNED") return { code: "DISCLOSURE_ONLY_DELIVERED" };
    if (!this.#form.delivered) return { code: "DISCLOSURE_NOT_DELIVERED" };
    this.#form.signing ??= "PREPARING";
    return { status: this.#form.signing };
  }

  open(amountCents: number): Expected {
    const closed = this.#closed();
    if (closed) return closed;
    const missing = this.missing(amountCents);
    if (missing)
      return { code: missing === "DELIVER_DISCLOSURE" ? "DISCLOSURE_NOT_DELIVERED" : "DISCLOSURE_NOT_SIGNED" };
    if (this.#agreement?.amountCents !== amountCents) {
      if (this.#agreement?.status === "PREPARING") return { code: "SIGNING_BEING_PREPARED" };
      this.#agreement = { amountCents, status: "PREPARING" };
    }
    return { status: this.#agreement.status };
  }

  /** The worker sends what waits for the vendor. */
  send(): void {
    if (this.#form?.signing === "PREPARING") this.#form.signing = "SENT";
    if (this.#agreement?.status === "PREPARING") this.#agreement.status = "SENT";
  }

  /** The owner signs at the vendor. Returns whether there is something to sign. */
  signAtVendor(kind: "DISCLOSURE" | "AGREEMENT"): boolean {
    if (kind === "AGREEMENT" && this.#agreement?.status === "SENT") {
      this.#agreement.status = "COMPLETED";
      return true;
    }
    if (kind === "DISCLOSURE" && this.#form?.signing === "SENT") {
      this.#form.signing = "COMPLETED";
      return true;
    }
    return false;
  }

  /** The events are handled: a signature that arrived counts from now on. */
  handleEvents(): void {
    if (this.#form?.signing === "COMPLETED") this.#form.signed = true;
  }

  expire(): void {
    this.#hasExpired = true;
  }

  /** Why the database refuses a row of an agreement, whoever writes it. */
  refusedRow(amountCents: number): string | null {
    if (this.missing(amountCents)) return "comes before its agreement";
    return this.#agreement ? "one_agreement_of_offer" : null;
  }

  /** The command that leads on, so that random walks also reach the end. */
  next(
    amountCents: number,
  ): "disclose" | "fetch" | "sign" | "send" | "sign disclosure" | "handle" | "open" | "sign agreement" {
    const missing = this.missing(amountCents);
    if (missing === "DELIVER_DISCLOSURE") return this.#form?.amountCents === amountCents ? "fetch" : "disclose";
    if (missing === "SIGN_DISCLOSURE") {
      const { signing } = this.#form ?? {};
      return !signing ? "sign" : signing === "PREPARING" ? "send" : signing === "SENT" ? "sign disclosure" : "handle";
    }
    if (this.#agreement?.amountCents !== amountCents) return "open";
    return this.#agreement.status === "PREPARING" ? "send" : "sign agreement";
  }
}
