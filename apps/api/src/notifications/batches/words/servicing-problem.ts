import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import type { ShownFailure } from "@inlay/lending/servicing/shown-failure.ts";
import { type Language, partsOf } from "./event-words.ts";
import { aboutPayment, nothingMore, type WritingServicing } from "./servicing-parts.ts";

const failures: Record<ShownFailure, Record<Language, string>> = {
  NOT_ENOUGH_FUNDS: {
    en: "Your bank says that the account did not have enough money for it.",
    es: "Su banco dice que la cuenta no tenía suficiente dinero.",
  },
  ACCOUNT_CLOSED: {
    en: "Your bank says that the account is closed or cannot be found.",
    es: "Su banco dice que la cuenta está cerrada o no se encuentra.",
  },
  NOT_AUTHORIZED: {
    en: "Your bank says that the account does not allow us to debit it.",
    es: "Su banco dice que la cuenta no nos permite debitarla.",
  },
  OURS: { en: "The reason is on our side, not yours.", es: "El motivo está de nuestro lado, no del suyo." },
  OTHER: { en: "Your bank did not say why.", es: "Su banco no dijo por qué." },
};

/** The reason, and what comes next. The account's balance is nobody's business in an email. */
export const paymentFailed: WritingServicing = (write, event) => {
  const { say, money, weekday, fullDay } = write;
  const amount = money(event.repaymentAmountCents ?? 0);
  const why = say(failures[event.failureReason ?? "OTHER"]);
  const wasTakenBack = event.exceptionalCircumstance === "RETURNED_AFTER_SUCCESS";
  const next = event.nextTryOn;
  const what =
    event.feeType === null
      ? { en: `A payment of your ${write.product(event.product)}`, es: `Un pago de su ${write.product(event.product)}` }
      : {
          en: `The ${write.fee(event.feeType)} of your ${write.product(event.product)}`,
          es: `El ${write.fee(event.feeType)} de su ${write.product(event.product)}`,
        };
  return {
    headline: wasTakenBack
      ? say({ en: `Your payment of ${amount} came back`, es: `Su pago de ${amount} fue devuelto` })
      : say({ en: `Your payment of ${amount} did not go through`, es: `Su pago de ${amount} no se realizó` }),
    lead: wasTakenBack
      ? say({
          en: `${what.en} had gone through and was taken back by the bank, so it is owed again. ${why}`,
          es: `${what.es} se había realizado y el banco lo devolvió, así que se debe otra vez. ${why}`,
        })
      : say({ en: `${what.en} did not go through. ${why}`, es: `${what.es} no se realizó. ${why}` }),
    figure: {
      label: event.repaymentDate
        ? say({ en: `Tried on ${fullDay(event.repaymentDate)}`, es: `Intentado el ${fullDay(event.repaymentDate)}` })
        : say({ en: "Not paid", es: "Sin pagar" }),
      amountCents: event.repaymentAmountCents ?? 0,
    },
    parts: [...aboutPayment(write, event), ...partsOf(write, event)],
    total: next ? { label: say({ en: "Next try", es: "Próximo intento" }), value: fullDay(next) } : null,
    progress: null,
    note: next
      ? say({
          en: `We try again on ${weekday(next)}. If another day or another account is better, choose it on your page before that.`,
          es: `Lo intentaremos otra vez el ${weekday(next)}. Si prefiere otro día u otra cuenta, elíjalos en su página antes.`,
        })
      : say({
          en: "Please open your page: it shows how you can pay, and by when.",
          es: "Abra su página: muestra cómo puede pagar y hasta cuándo.",
        }),
  };
};

export const late: WritingServicing = (write, event) => {
  const { say, money, weekday } = write;
  const product = write.product(event.product);
  const cents = event.repaymentAmountCents;
  const due = event.repaymentDate ? weekday(event.repaymentDate) : null;
  const isSecond = event.subEvent === "DEFAULT_NOTICE";
  const since = due
    ? { en: `It was due on ${due}`, es: `Vencía el ${due}` }
    : { en: "Its day has passed", es: "Su día ya pasó" };
  const what = isAdvance(event.product)
    ? {
        en: "No late fee is added. If your sales are lower than expected, you can ask us to adjust the payments on your page.",
        es: "No se agrega ningún cargo por pago tardío. Si sus ventas son menores de lo esperado, puede pedirnos en su página que ajustemos los pagos.",
      }
    : isSecond
      ? {
          en: "If it stays unpaid, the financing goes into default. Please pay it or talk to us now.",
          es: "Si sigue sin pagarse, el financiamiento pasará a incumplimiento. Páguelo o hable con nosotros ahora.",
        }
      : {
          en: "Your page shows every way to pay it, what each costs, and how to reach us.",
          es: "Su página muestra todas las formas de pagarlo, cuánto cuesta cada una y cómo comunicarse con nosotros.",
        };
  return {
    ...nothingMore,
    headline: isSecond
      ? say({ en: `Your ${product} is about to go into default`, es: `Su ${product} está por pasar a incumplimiento` })
      : cents === null
        ? say({ en: `A payment of your ${product} is late`, es: `Un pago de su ${product} está atrasado` })
        : say({ en: `Your payment of ${money(cents)} is late`, es: `Su pago de ${money(cents)} está atrasado` }),
    lead: say({
      en: `A payment of your ${product} has not been made. ${since.en}.`,
      es: `Un pago de su ${product} no se ha hecho. ${since.es}.`,
    }),
    figure: cents === null ? null : { label: say({ en: "Still to pay", es: "Por pagar" }), amountCents: cents },
    parts: partsOf(write, event),
    note: say(what),
  };
};

export const defaulted: WritingServicing = (write, event) => {
  const { say } = write;
  const product = write.product(event.product);
  return {
    ...nothingMore,
    headline: say({ en: `Your ${product} is in default`, es: `Su ${product} está en incumplimiento` }),
    lead: say({
      en: `Payments of your ${product} were not made for a long time. No more payments are taken automatically, and everything that is left is due now.`,
      es: `Los pagos de su ${product} no se hicieron durante mucho tiempo. Ya no se cobra automáticamente y todo lo que falta se debe ahora.`,
    }),
    figure:
      event.outstandingBalance === null
        ? null
        : {
            label: isAdvance(event.product)
              ? say({ en: "Left to pay", es: "Falta por pagar" })
              : say({ en: "Principal left", es: "Capital pendiente" }),
            amountCents: event.outstandingBalance,
          },
    note: say({
      en: "You can still pay on your page, and we would like to find a way with you. Please write or call us.",
      es: "Todavía puede pagar en su página y queremos encontrar una solución con usted. Escríbanos o llámenos.",
    }),
  };
};
