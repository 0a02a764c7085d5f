import type { EventWords } from "./event-words.ts";
import { partsOf } from "./event-words.ts";
import { aboutPayment, nothingMore, type WritingServicing } from "./servicing-parts.ts";

export const feeAssessed: WritingServicing = (write, event) => {
  const { say, money, weekday } = write;
  const amount = money(event.repaymentAmountCents ?? 0);
  const fee = write.fee(event.feeType ?? "LATE_PAYMENT");
  const product = write.product(event.product);
  const due = event.repaymentDate ? weekday(event.repaymentDate) : null;
  return {
    ...nothingMore,
    headline: say({ en: `A ${fee} of ${amount} was added`, es: `Se agregó un ${fee} de ${amount}` }),
    lead: say({
      en: `Your agreement has this fee for your ${product}.${due ? ` It is due on ${due} and is taken on its own, never together with a payment.` : ""}`,
      es: `Su contrato prevé este cargo para su ${product}.${due ? ` Vence el ${due} y se cobra por separado, nunca junto con un pago.` : ""}`,
    }),
    figure: {
      label: fee.slice(0, 1).toUpperCase() + fee.slice(1),
      amountCents: event.repaymentAmountCents ?? 0,
    },
    note: say({
      en: "If you think that this is a mistake, please write to us before that day.",
      es: "Si cree que es un error, escríbanos antes de ese día.",
    }),
  };
};

export const payoffScheduled: WritingServicing = (write, event) => {
  const { say, money, day, weekday, fullDay } = write;
  const amount = money(event.repaymentAmountCents ?? 0);
  const on = event.repaymentDate ?? null;
  const product = write.product(event.product);
  return {
    ...nothingMore,
    headline: on
      ? say({
          en: `Your payoff of ${amount} is set for ${day(on)}`,
          es: `Su liquidación de ${amount} es el ${day(on)}`,
        })
      : say({ en: `Your payoff of ${amount} is scheduled`, es: `Su liquidación de ${amount} está programada` }),
    lead: say({
      en: `With this payment nothing of your ${product} is left. Its other payments are not taken meanwhile.`,
      es: `Con este pago no queda nada de su ${product}. Mientras tanto no se cobran sus otros pagos.`,
    }),
    figure: {
      label: on
        ? say({ en: `Payoff on ${fullDay(on)}`, es: `Liquidación del ${fullDay(on)}` })
        : say({ en: "Payoff", es: "Liquidación" }),
      amountCents: event.repaymentAmountCents ?? 0,
    },
    parts: [...aboutPayment(write, event), ...partsOf(write, event)],
    note: on
      ? say({
          en: `It is taken from your account on ${weekday(on)}. Until it is sent you can cancel it on your page.`,
          es: `Se cobrará de su cuenta el ${weekday(on)}. Hasta que se envíe puede cancelarla en su página.`,
        })
      : null,
  };
};

export const payoffCancelled: WritingServicing = (write, event) => {
  const { say } = write;
  const product = write.product(event.product);
  return {
    ...nothingMore,
    headline: say({ en: "Your payoff was cancelled", es: "Su liquidación se canceló" }),
    lead: say({
      en: `Nothing is taken for it. The payments of your ${product} go on as before.`,
      es: `No se cobrará nada por ella. Los pagos de su ${product} siguen como antes.`,
    }),
    figure:
      event.repaymentAmountCents === null
        ? null
        : { label: say({ en: "Not taken", es: "No se cobra" }), amountCents: event.repaymentAmountCents },
  };
};

/** A payment has other days than those of the plan, which is why it is always told. */
export const paymentArranged: WritingServicing = (write, event): EventWords => {
  const { say, day, weekday, money } = write;
  const to = event.repaymentDate ?? "";
  const [on, second] = [weekday(to), event.secondOn ? weekday(event.secondOn) : null];
  const product = write.product(event.product);
  const words = {
    MOVE: {
      headline: say({ en: `Your payment moves to ${day(to)}`, es: `Su pago pasa al ${day(to)}` }),
      lead: say({
        en: `The coming payment of your ${product} is taken on ${on}.`,
        es: `El próximo pago de su ${product} se cobrará el ${on}.`,
      }),
    },
    RETRY_DAY: {
      headline: say({
        en: `We try your payment again on ${day(to)}`,
        es: `Intentaremos su pago otra vez el ${day(to)}`,
      }),
      lead: say({
        en: `The overdue payment of your ${product} is taken on ${on}, the day that was chosen.`,
        es: `El pago atrasado de su ${product} se cobrará el ${on}, el día que se eligió.`,
      }),
    },
    SPLIT: {
      headline: say({ en: "Your payment is split in two", es: "Su pago se divide en dos" }),
      lead: say({
        en: `The overdue payment of your ${product} is taken in two parts, on ${on}${second ? ` and ${second}` : ""}.`,
        es: `El pago atrasado de su ${product} se cobrará en dos partes, el ${on}${second ? ` y el ${second}` : ""}.`,
      }),
    },
    HARDSHIP: {
      headline: say({ en: "Your payments were put off", es: "Sus pagos se aplazaron" }),
      lead: say({
        en: `We agreed with you to put off payments of your ${product}. The next one is taken on ${on}.`,
        es: `Acordamos con usted aplazar pagos de su ${product}. El próximo se cobrará el ${on}.`,
      }),
    },
  }[event.arrangement ?? "MOVE"];
  return {
    ...nothingMore,
    ...words,
    figure:
      event.repaymentAmountCents === null
        ? null
        : { label: say({ en: "Payment", es: "Pago" }), amountCents: event.repaymentAmountCents },
    parts: [
      { label: say({ en: "New day", es: "Nuevo día" }), value: day(to) },
      ...(event.secondOn
        ? [{ label: say({ en: "Second part", es: "Segunda parte" }), value: day(event.secondOn) }]
        : []),
      ...(event.feeCents > 0 ? [{ label: say({ en: "Fees", es: "Cargos" }), value: money(event.feeCents) }] : []),
    ],
    note: say({
      en: "If you did not agree to this, please write to us at once.",
      es: "Si no estuvo de acuerdo, escríbanos de inmediato.",
    }),
  };
};
