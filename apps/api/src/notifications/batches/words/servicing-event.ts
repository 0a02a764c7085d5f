import type { ServicingSubEvent } from "@inlay/lending/servicing/notifications.ts";
import { type EventWords, leftOf, partsOf, progressOf, type Writer, type Writing } from "./event-words.ts";
import { feeAssessed, paymentArranged, payoffCancelled, payoffScheduled } from "./servicing-change.ts";
import { limitChanged, lineReinstated, lineSuspended } from "./servicing-line.ts";
import { aboutPayment, nothingMore, type ServicingEvent, type WritingServicing } from "./servicing-parts.ts";
import { defaulted, late, paymentFailed } from "./servicing-problem.ts";

const paid = (write: Writer, event: ServicingEvent, headline: string, lead: string): EventWords => {
  const { say, money, fullDay } = write;
  const on = event.repaymentDate ? fullDay(event.repaymentDate) : null;
  const isOfBalance = event.feeType === null;
  return {
    headline,
    lead,
    figure: {
      label: on ? say({ en: `Paid on ${on}`, es: `Pagado el ${on}` }) : say({ en: "Paid", es: "Pagado" }),
      amountCents: event.repaymentAmountCents ?? 0,
    },
    parts: [
      ...aboutPayment(write, event),
      ...partsOf(write, event),
      ...(event.creditCents > 0
        ? [{ label: say({ en: "More than was owed", es: "Más de lo que se debía" }), value: money(event.creditCents) }]
        : []),
    ],
    total: isOfBalance ? leftOf(write, event, "NOW") : null,
    progress: isOfBalance ? progressOf(write, event, "NOW") : null,
    note:
      event.creditCents > 0
        ? say({
            en: "We send what was too much back to your account within five banking days.",
            es: "Le devolvemos lo que sobró a su cuenta en un plazo de cinco días bancarios.",
          })
        : null,
  };
};

const firstPayment: WritingServicing = (write, event) => {
  const amount = write.money(event.repaymentAmountCents ?? 0);
  const product = write.product(event.product);
  return paid(
    write,
    event,
    write.say({ en: `Your first payment of ${amount} is made`, es: `Su primer pago de ${amount} está hecho` }),
    write.say({
      en: `The first payment of your ${product} went through. Thank you. There is nothing to do.`,
      es: `El primer pago de su ${product} se realizó. Gracias. No tiene que hacer nada.`,
    }),
  );
};

const paymentMade: WritingServicing = (write, event) => {
  const { say, money } = write;
  const amount = money(event.repaymentAmountCents ?? 0);
  const product = write.product(event.product);
  if (event.feeType !== null) {
    const fee = write.fee(event.feeType);
    return paid(
      write,
      event,
      say({ en: `Your ${fee} of ${amount} is paid`, es: `Su ${fee} de ${amount} está pagado` }),
      say({ en: `The ${fee} of your ${product} went through.`, es: `El ${fee} de su ${product} se pagó.` }),
    );
  }
  return paid(
    write,
    event,
    say({ en: `Your payment of ${amount} is made`, es: `Su pago de ${amount} está hecho` }),
    say({
      en: `A payment of your ${product} went through. Thank you. There is nothing to do.`,
      es: `Un pago de su ${product} se realizó. Gracias. No tiene que hacer nada.`,
    }),
  );
};

const lastPayment: WritingServicing = (write, event) => {
  const product = write.product(event.product);
  const what =
    event.invoiceIdentifier === null
      ? { en: `Your ${product}`, es: `Su ${product}` }
      : { en: `Invoice ${event.invoiceIdentifier}`, es: `La factura ${event.invoiceIdentifier}` };
  const isDraw = event.product === "LOC_TERM_LOAN";
  const subject = isDraw ? { en: "Your draw", es: "Su retiro" } : what;
  return paid(
    write,
    event,
    write.say({ en: `${subject.en} is paid off`, es: `${subject.es} se pagó por completo` }),
    write.say({
      en: "The last payment went through. Nothing of it is left to pay. Thank you.",
      es: "El último pago se realizó. No queda nada por pagar. Gracias.",
    }),
  );
};

const disbursement: WritingServicing = (write, event) => {
  const { say, money, fullDay } = write;
  const amount = money(event.disbursementAmountCents ?? 0);
  const product = write.product(event.product);
  const { payeeName: payee, disbursementBankAccount: account } = event;
  const on = event.disbursementDate ? fullDay(event.disbursementDate) : null;
  return {
    headline: payee
      ? say({ en: `${amount} was paid to ${payee}`, es: `Se pagaron ${amount} a ${payee}` })
      : say({ en: `${amount} has arrived in your account`, es: `${amount} llegaron a su cuenta` }),
    lead: payee
      ? say({
          en: `We paid ${payee} for you from your ${product}.`,
          es: `Pagamos a ${payee} por usted con su ${product}.`,
        })
      : say({
          en: `The money of your ${product} was paid out. Your bank may take some hours to show it.`,
          es: `El dinero de su ${product} se pagó. Su banco puede tardar unas horas en mostrarlo.`,
        }),
    figure: {
      label: on ? say({ en: `Paid out on ${on}`, es: `Pagado el ${on}` }) : say({ en: "Paid out", es: "Pagado" }),
      amountCents: event.disbursementAmountCents ?? 0,
    },
    parts: [
      ...(account ? [{ label: say({ en: "To", es: "A la cuenta" }), value: write.account(account) }] : []),
      ...(event.invoiceIdentifier
        ? [{ label: say({ en: "Invoice", es: "Factura" }), value: event.invoiceIdentifier }]
        : []),
    ],
    total: limitLeft(write, event),
    progress: null,
    note: null,
  };
};

/** What of the limit is left, for products that have one. */
const limitLeft = ({ say, money }: Writer, event: ServicingEvent): EventWords["total"] =>
  event.currentAvailableCreditLimitCents === null
    ? null
    : {
        label: say({ en: "Available now", es: "Disponible ahora" }),
        value: money(event.currentAvailableCreditLimitCents),
      };

const refund: WritingServicing = (write, event) => {
  const { say, money } = write;
  const amount = money(event.disbursementAmountCents ?? 0);
  const product = write.product(event.product);
  return {
    ...nothingMore,
    headline: say({ en: `${amount} came back to you`, es: `Le devolvimos ${amount}` }),
    lead: say({
      en: `More was paid for your ${product} than was owed, so we sent the difference back to your account.`,
      es: `Se pagó más de lo que se debía por su ${product}, así que devolvimos la diferencia a su cuenta.`,
    }),
    figure: { label: say({ en: "Sent back", es: "Devuelto" }), amountCents: event.disbursementAmountCents ?? 0 },
    parts: event.disbursementBankAccount
      ? [{ label: say({ en: "To", es: "A la cuenta" }), value: write.account(event.disbursementBankAccount) }]
      : [],
  };
};

const drawRejected: WritingServicing = (write, event) => {
  const { say } = write;
  return {
    ...nothingMore,
    headline: say({ en: "We could not pay out your draw", es: "No pudimos pagar su retiro" }),
    lead: say({
      en: "We looked at your draw and cannot pay it out. Nothing is owed for it, and what it had reserved of your limit is free again.",
      es: "Revisamos su retiro y no podemos pagarlo. No debe nada por él, y lo que había reservado de su límite está libre otra vez.",
    }),
    figure:
      event.disbursementAmountCents === null
        ? null
        : { label: say({ en: "Your draw", es: "Su retiro" }), amountCents: event.disbursementAmountCents },
    total: limitLeft(write, event),
    note: say({
      en: "If you have questions about this decision, please write to us.",
      es: "Si tiene preguntas sobre esta decisión, escríbanos.",
    }),
  };
};

const byKind: Record<ServicingSubEvent, WritingServicing> = {
  DISBURSEMENT: disbursement,
  FIRST_PAYMENT_SUCCESS: firstPayment,
  LAST_PAYMENT_SUCCESS: lastPayment,
  PAYMENT_MADE: paymentMade,
  PAYMENT_FAILED: paymentFailed,
  REFUND: refund,
  LATE: late,
  DEFAULT_NOTICE: late,
  DEFAULTED: defaulted,
  FEE_ASSESSED: feeAssessed,
  PAYOFF_SCHEDULED: payoffScheduled,
  PAYOFF_CANCELLED: payoffCancelled,
  PAYMENT_ARRANGED: paymentArranged,
  DRAW_REJECTED: drawRejected,
  LINE_SUSPENDED: lineSuspended,
  LINE_REINSTATED: lineReinstated,
  LIMIT_CHANGED: limitChanged,
};

export const servicingEvent: Writing<"SERVICING_EVENT"> = (write, event) => byKind[event.subEvent](write, event);
