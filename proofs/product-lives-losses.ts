import { account, billedUnpaid, none, unpaid } from "./product-lives-books.ts";
import { PayingModel } from "./product-lives-paying.ts";
import { least, most, sum } from "./product-lives-terms.ts";

/** What a product that is written off loses. */
export class LosingModel extends PayingModel {
  /** Everything owed is lost. The fee that was not earned covers the loss first, and what is left of it is income. */
  protected loseOwed(): void {
    const { mechanics, productId } = this.settings;
    const isAdvance = mechanics === "SALES";
    for (const item of new Set(this.rows.map((row) => row.item))) {
      const own = this.rows.filter((row) => row.item === item);
      const isLoan = mechanics === "SIMPLE_INTEREST" && item === productId;
      const loan = isLoan ? { principal: this.principalLeft(), interest: this.heldInterest() } : none();
      const principal = sum(own.map((row) => unpaid(row).principal)) + loan.principal;
      const interest = sum(own.map(billedUnpaid)) + loan.interest;
      const fee = sum(own.map((row) => unpaid(row).fee));
      const unearned = isAdvance ? fee : sum(own.map((row) => row.unearned));
      const owed = principal + interest + fee;
      const covered = least(owed, unearned);
      this.post(null, [
        { account: account.loss, subject: "", amount: owed - covered },
        { account: account.unearned, subject: productId, amount: unearned },
        { account: account.principal, subject: item, amount: -principal },
        { account: account.interest, subject: item, amount: -interest },
        { account: account.fee, subject: item, amount: -fee },
        { account: this.plannedIncome(), subject: "", amount: covered - unearned },
      ]);
      for (const row of own) {
        row.billed -= billedUnpaid(row);
        const left = unpaid(row);
        row.waived.principal += left.principal;
        row.waived.interest += left.interest;
        row.waived.fee += left.fee;
        row.unearned = 0n;
      }
      if (isLoan) {
        this.loan.lostPrincipal += loan.principal;
        this.loan.lostInterest += loan.interest;
      }
    }
  }

  protected heldInterest = (): bigint => most(0n, this.loan.billed - this.interestSettled());

  protected plannedIncome(): number {
    const { mechanics } = this.settings;
    if (mechanics === "INVOICES") return account.transactionFeeIncome;
    return mechanics === "SALES" ? account.advanceFeeIncome : account.originationIncome;
  }
}
