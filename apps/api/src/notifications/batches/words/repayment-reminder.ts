import { bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { type EventWords, leftOf, partsOf, progressOf, type Writing } from "./event-words.ts";

/** A debit some banking days before its day. It says no word of what is in the account. */
export const repaymentReminder: Writing<"REPAYMENT_REMINDER"> = (write, event): EventWords => {
  const { say, money, day, weekday, fullDay } = write;
  const amount = money(event.paymentAmountCents);
  const product = write.product(event.product);
  const [on, due] = [weekday(event.repaymentDate), weekday(event.dueDate)];
  const what =
    event.feeType === null
      ? { en: `Your next ${product} payment`, es: `El próximo pago de su ${product}` }
      : {
          en: `The ${write.fee(event.feeType)} of your ${product}`,
          es: `El ${write.fee(event.feeType)} de su ${product}`,
        };
  const lead = {
    ON_DUE_DAY: say({
      en: `${what.en} is due on ${on}. It is taken from your account on that day, and there is nothing to do.`,
      es: `${what.es} vence el ${on}. Se cobrará de su cuenta ese día y no tiene que hacer nada.`,
    }),
    BANKS_CLOSED: say({
      en: `${what.en} is due on ${due}. Banks are closed that day, so it is taken on ${on}.`,
      es: `${what.es} vence el ${due}. Ese día los bancos están cerrados, así que se cobrará el ${on}.`,
    }),
    OTHER_DAY: say({
      en: `${what.en}, which was due on ${due}, is taken from your account on ${on}.`,
      es: `${what.es}, que vencía el ${due}, se cobrará de su cuenta el ${on}.`,
    }),
  }[whenTaken(businessDate(event.dueDate), businessDate(event.repaymentDate))];
  const isOfBalance = event.feeType === null;
  return {
    headline: say({
      en: `${amount} will be taken on ${day(event.repaymentDate)}`,
      es: `Se cobrarán ${amount} el ${day(event.repaymentDate)}`,
    }),
    lead,
    figure: {
      label: say({ en: `Payment on ${fullDay(event.repaymentDate)}`, es: `Pago del ${fullDay(event.repaymentDate)}` }),
      amountCents: event.paymentAmountCents,
    },
    parts: [
      ...(event.servicingBankAccount
        ? [{ label: say({ en: "From", es: "De la cuenta" }), value: write.account(event.servicingBankAccount) }]
        : []),
      ...(event.invoiceIdentifier
        ? [{ label: say({ en: "Invoice", es: "Factura" }), value: event.invoiceIdentifier }]
        : []),
      ...(event.drawDate ? [{ label: say({ en: "Draw of", es: "Retiro del" }), value: fullDay(event.drawDate) }] : []),
      ...partsOf(write, event),
    ],
    total: isOfBalance ? leftOf(write, event, "AFTERWARDS") : null,
    progress: isOfBalance ? progressOf(write, event, "AFTERWARDS") : null,
    note: say({
      en: "If this day does not suit you, your page shows what you can do about it and until when.",
      es: "Si ese día no le conviene, su página muestra qué puede hacer y hasta cuándo.",
    }),
  };
};

const whenTaken = (dueOn: BusinessDate, takenOn: BusinessDate): "ON_DUE_DAY" | "BANKS_CLOSED" | "OTHER_DAY" => {
  if (dueOn === takenOn) return "ON_DUE_DAY";
  return bankingDayOnOrAfter(dueOn) === takenOn ? "BANKS_CLOSED" : "OTHER_DAY";
};
