import { contactUs, fix, openBankAccounts, type RefusalEntry } from "./entry.ts";

const readAgain = fix("Read the servicing of the product again.");

const waitForPayment =
  "Please wait until the pending/upcoming payment completes prior to repaying off the remaining balance.";

/** The servicing of issued products. */
export const servicing = {
  NOTIFICATION_TOPIC_LOCKED: {
    status: 409,
    message: "These emails cannot be turned off, because they are about what you owe or what you have asked for.",
    next: fix("Leave the topic on."),
  },
  STOP_LINK_INVALID: {
    status: 404,
    message: "This link is not complete. Please open it again from the email.",
    next: fix("Open the link in the email again."),
  },
  NOT_LONG_ENOUGH_PAST_DUE: {
    status: 409,
    message: "The product is {daysPastDue} days past due, which is not enough.",
    next: readAgain,
  },
  NOT_LONG_ENOUGH_WITHOUT_SALES: {
    status: 409,
    message: "The business is known to have had no sales for {days} days, and an advance is closed after {needed}.",
    next: fix("Wait until the days have passed, or record the sales of periods that are not known."),
  },
  PERIOD_NOT_ENDED: {
    status: 409,
    message: "The period ends on {endsOn}.",
    next: fix("Record its sales when it has ended."),
  },
  SALES_ALREADY_KNOWN: {
    status: 409,
    message: "The platform or a bank tells the sales of the period, so none are recorded from a document.",
    next: readAgain,
  },
  SALES_RECORD_CHANGED: {
    status: 409,
    message: "The period calls for more than these sales by now, so a second person has to approve them.",
    next: fix("Look at the effect again, and request it anew."),
  },
  PAYMENT_ON_ITS_WAY: {
    status: 409,
    message: "A payment of the product is being processed.",
    next: fix("Wait until the payment has an outcome."),
  },
  NO_BREACH: {
    status: 409,
    message: "An advance defaults only by a breach of its agreement.",
    next: contactUs,
  },
  SCRA_CHECK_TOO_OLD: {
    status: 409,
    message: "The check for military service is from {checkedOn}, and counts for {days} days.",
    next: fix("Make the check again, and send its day and certificate."),
  },
  ALREADY_WRITTEN_OFF: { status: 409, message: "The product is already written off.", next: readAgain },
  NOT_IN_DEFAULT: { status: 409, message: "The product is not in default.", next: readAgain },
  ARREARS_UNPAID: {
    status: 409,
    message: "Of the product, {arrearsCents} cents are past due.",
    next: fix("Record the payments of what is past due first."),
  },
  PUT_OFF_DAY_INVALID: {
    status: 409,
    message: "A payment cannot be put off to one of these days.",
    next: fix("Choose later banking days in the order of the schedule, each in a week of its own and within 180 days."),
  },
  RECEIPT_NOT_IN_SUSPENSE: {
    status: 409,
    message:
      "No receipt with this reference is in suspense: our bank does not have it yet, or a payment has it already.",
    next: fix("Compare the reference with the unidentified bank lines."),
  },
  WITHDRAWAL_NOT_IN_SUSPENSE: {
    status: 409,
    message: "No withdrawal with this reference is in suspense.",
    next: fix("Send the vendorLineId of a line in suspense that took money out."),
  },
  RECEIVED_ON_OTHER_DAY: {
    status: 409,
    message: "A payment of this receipt was received on a day from {earliest} to {latest}.",
    next: fix("Send the day on which the payment was received."),
  },
  BELOW_PAYOFF: {
    status: 409,
    message: "The payoff on that day costs {amountCents} cents, which is more than what was received.",
    next: fix("Record it as a lump sum."),
  },
  NO_ACCOUNT_FOR_REFUND: {
    status: 409,
    message: "More was received than is owed, and the business has no bank account to which the rest can be refunded.",
    next: fix("Ask the business for an account, or have the receipt sent back."),
  },
  PAYOFF_NEEDS_SUPPORT: {
    status: 409,
    message: "A payment of this loan is past due, so its payoff is quoted by our staff.",
    portalMessage: "To schedule your payoff, please email support.",
    next: contactUs,
  },
  PAYOFF_OF_ADVANCE: {
    status: 409,
    message:
      "This advance is repaid with its share of sales and has no payoff date: it ends when the whole purchased amount is delivered, of which {left} is left. Delivering it early costs the same.",
    next: { kind: "CONTACT_US", message: "Contact us if you want to deliver what is left at once." },
  },
  LIMIT_NOT_ALLOWED: {
    status: 409,
    message:
      "The limit can be another one from {leastCents} to {mostCents} cents; more than was signed is a new offer.",
    next: fix("Choose another limit."),
  },
  PAYOFF_OF_LINE: {
    status: 409,
    message: "A line is not paid off as a whole: each of its draws or invoices is.",
    next: fix("Choose the draw or the invoice to pay off."),
  },
  DRAW_PAYOFF_UNAVAILABLE: {
    status: 409,
    message: "This draw has already been paid or has a current payoff pending.",
    next: fix("Read the draws again."),
  },
  PAYOFF_ALREADY_SCHEDULED: {
    status: 409,
    message: "You have scheduled a payoff.",
    next: fix("Cancel the scheduled payoff first."),
  },
  PAYOFF_NOTHING_OUTSTANDING: {
    status: 409,
    message: "Nothing is left to pay off.",
    next: fix("Read the products again."),
  },
  PAYOFF_PAYMENT_PENDING: {
    status: 409,
    message: "A payment of this loan is being processed.",
    portalMessage: waitForPayment,
    next: fix("Schedule the payoff when the payment has an outcome."),
  },
  PAYOFF_PAYMENT_DUE_SOON: {
    status: 409,
    message: "The next payment of this loan is due within three days.",
    portalMessage: waitForPayment,
    next: fix("Schedule the payoff when the next payment has an outcome."),
  },
  PAYOFF_DATE_INVALID: {
    status: 400,
    message: "A payoff is possible from today until three days before the next payment.",
    next: fix("Choose another day."),
  },
  PAYOFF_QUOTE_DAY_INVALID: {
    status: 400,
    message: "A payoff can be quoted for a banking day from {earliest} to {latest}.",
    next: fix("Choose another day."),
  },
  PAYOFF_NO_ACCOUNT: {
    status: 409,
    message: "There is no bank account from which the payoff can be debited.",
    next: openBankAccounts,
  },
  PAYOFF_NOT_CANCELLABLE: {
    status: 409,
    message: "The payoff is being processed and can no longer be cancelled.",
    next: contactUs,
  },
  NO_NEXT_PAYMENT: {
    status: 409,
    message: "No debit of this product is to come.",
    next: fix("Read the products again."),
  },
  STATUS_NOT_SIMULATED: {
    status: 409,
    message: "The sandbox has no shortcut from {status} to {wanted}.",
    next: fix(
      "Cause it by its own events: another product that refinances this one, a closed line, or a closed business.",
    ),
  },
  PAY_NOW_NOTHING_DUE: {
    status: 409,
    message: "Nothing that has fallen due is unpaid.",
    next: fix("Read the products again."),
  },
  PAY_NOW_ALREADY_ORDERED: {
    status: 409,
    message: "You have already ordered a payment of what is due.",
    next: fix("Wait for its outcome, or cancel it first."),
  },
  PAY_NOW_PAYMENT_PENDING: {
    status: 409,
    message: "A payment of what is due is being processed.",
    next: fix("Wait until the payment has an outcome."),
  },
  PAY_NOW_CHANGED: {
    status: 409,
    message: "What is due, or the day of the debit, has changed.",
    next: fix("Read the quote again."),
  },
  PAYMENT_DAY_NOT_OFFERED: {
    status: 409,
    message: "This day cannot be chosen for the payment.",
    next: fix("Read the days that can be chosen again."),
  },
  SPLIT_NOT_OFFERED: {
    status: 409,
    message: "This payment cannot be split.",
    next: fix("Choose the day of its next try, pay it at once, or write to us."),
  },
  SPLIT_RECENTLY: {
    status: 409,
    message: "A payment of this loan was already split.",
    next: fix("Choose the day of its next try, pay it at once, or write to us."),
  },
  OLDER_PAYMENT_UNPAID: {
    status: 409,
    message: "A payment that fell due earlier is unpaid. It is paid first.",
    next: fix("Split the earlier payment, or pay it at once."),
  },
  SPLIT_CHANGED: {
    status: 409,
    message: "The parts of the payment, or the days on which they can be debited, have changed.",
    next: fix("Read the quote again."),
  },
  PAY_NOW_OTHER_ACCOUNT_UNUSABLE: {
    status: 409,
    message: "This bank account cannot be debited now.",
    next: openBankAccounts,
  },
  PAY_NOW_NO_ACCOUNT: {
    status: 409,
    message: "There is no bank account that can be debited.",
    next: openBankAccounts,
  },
  PAY_NOW_NOT_CANCELLABLE: {
    status: 409,
    message: "The payment is being processed and can no longer be cancelled.",
    next: contactUs,
  },
} as const satisfies Record<string, RefusalEntry>;
