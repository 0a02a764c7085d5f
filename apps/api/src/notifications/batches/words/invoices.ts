import { type EventWords, invoiceOf, type Language, type Writer, type Writing } from "./event-words.ts";

const reviewReasons: Record<string, Record<Language, string>> = {
  NOT_READ: {
    en: "We could not read everything in the file.",
    es: "No pudimos leer todo en el archivo.",
  },
  AMOUNT_DIFFERS: {
    en: "The amount in the file differs from the one that was entered.",
    es: "El monto del archivo es distinto del que se ingresó.",
  },
  DATE_DIFFERS: {
    en: "A date in the file differs from the one that was entered.",
    es: "Una fecha del archivo es distinta de la que se ingresó.",
  },
  NOT_US_DOLLARS: { en: "It is not in US dollars.", es: "No está en dólares estadounidenses." },
  PAYOR_UNKNOWN: {
    en: "We do not know the customer on the invoice.",
    es: "No conocemos al cliente de la factura.",
  },
  DUPLICATE: {
    en: "It looks like an invoice that was submitted before.",
    es: "Se parece a una factura que ya se envió.",
  },
};

const reasonOf = ({ say }: Writer, code: string | null): string => {
  const words = code === null ? undefined : reviewReasons[code];
  return words ? ` ${say(words)}` : "";
};

const face = ({ say }: Writer, amountCents: number | null): EventWords["figure"] =>
  amountCents === null ? null : { label: say({ en: "Invoice amount", es: "Monto de la factura" }), amountCents };

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const nothing = { parts: [], total: null, progress: null } satisfies Partial<EventWords>;

export const invoiceRejection: Writing<"INVOICE_REJECTION"> = (write, event) => {
  const { say } = write;
  const what = invoiceOf(write, event.invoiceIdentifier);
  return {
    ...nothing,
    headline: say({ en: `We could not finance ${what}`, es: `No pudimos financiar ${what}` }),
    lead: say({
      en: `We looked at ${what} and cannot finance it.${reasonOf(write, event.rejectionReason)} Nothing is owed for it.`,
      es: `Revisamos ${what} y no podemos financiarla.${reasonOf(write, event.rejectionReason)} No debe nada por ella.`,
    }),
    figure: face(write, event.invoiceAmountCents),
    note: say({
      en: "What it had reserved of your limit is free again. You can submit another invoice at any time.",
      es: "Lo que había reservado de su límite está libre otra vez. Puede enviar otra factura en cualquier momento.",
    }),
  };
};

export const invoiceInReview: Writing<"INVOICE_IN_REVIEW"> = (write, event) => {
  const { say } = write;
  const what = invoiceOf(write, event.invoiceIdentifier);
  return {
    ...nothing,
    headline: say({ en: `We are looking at ${what}`, es: `Estamos revisando ${what}` }),
    lead: say({
      en: `A person of our team looks at it before it is financed.${reasonOf(write, event.reviewReason)} You hear from us within one banking day.`,
      es: `Una persona de nuestro equipo la revisa antes de financiarla.${reasonOf(write, event.reviewReason)} Le respondemos en un día bancario.`,
    }),
    figure: face(write, event.invoiceAmountCents),
    note: null,
  };
};

export const invoiceInReviewWarning: Writing<"INVOICE_IN_REVIEW_WARNING"> = (write, event) => {
  const { say, weekday } = write;
  const what = invoiceOf(write, event.invoiceIdentifier);
  return {
    ...nothing,
    headline: say({ en: `${upper(what)} is still in review`, es: `${upper(what)} sigue en revisión` }),
    lead: say({
      en: `Looking at it takes us longer than we promised. We are sorry.${reasonOf(write, event.reviewReason)}`,
      es: `La revisión tarda más de lo que prometimos. Lo sentimos.${reasonOf(write, event.reviewReason)}`,
    }),
    figure: face(write, event.invoiceAmountCents),
    note: event.decideBy
      ? say({
          en: `If we cannot decide by ${weekday(event.decideBy)}, it is not financed, and you can submit it again.`,
          es: `Si no podemos decidir hasta el ${weekday(event.decideBy)}, no se financiará y podrá enviarla otra vez.`,
        })
      : null,
  };
};

export const fundingRequest: Writing<"FUNDING_REQUEST"> = (write, event) => {
  const { say, money } = write;
  const isDraw = event.product === "LOC_TERM_LOAN";
  const what = isDraw ? say({ en: "your draw", es: "su retiro" }) : invoiceOf(write, event.invoiceSubmittedIdentifier);
  const cents = event.amountRequestedCents;
  const days = event.durationInDays;
  return {
    ...nothing,
    headline:
      cents === null
        ? say({ en: "We received your request", es: "Recibimos su solicitud" })
        : say({ en: `We received your request for ${money(cents)}`, es: `Recibimos su solicitud de ${money(cents)}` }),
    lead: say({
      en: `We are preparing the payout for ${what}. We write again when it is paid.`,
      es: `Estamos preparando el pago de ${what}. Le escribiremos cuando se haya hecho.`,
    }),
    figure: cents === null ? null : { label: say({ en: "Requested", es: "Solicitado" }), amountCents: cents },
    parts: [
      ...(event.invoiceFaceAmountCents === null
        ? []
        : [
            {
              label: say({ en: "Invoice amount", es: "Monto de la factura" }),
              value: money(event.invoiceFaceAmountCents),
            },
          ]),
      ...(days === null
        ? []
        : [
            {
              label: say({ en: "To repay within", es: "A pagar en" }),
              value: say({ en: `${days} days`, es: `${days} días` }),
            },
          ]),
      ...(event.feeRate === null
        ? []
        : [
            {
              label: say({ en: "Fee", es: "Cargo" }),
              value: say({ en: `${event.feeRate}%`, es: `${event.feeRate} %` }),
            },
          ]),
    ],
    note: say({
      en: "If you did not ask for this, please write to us at once.",
      es: "Si no lo solicitó, escríbanos de inmediato.",
    }),
  };
};

export const invoiceExtension: Writing<"INVOICE_EXTENSION"> = (write, event) => {
  const { say, money, day, fullDay, weekday } = write;
  const what = invoiceOf(write, event.invoiceIdentifier);
  const hasFailed = event.paymentRescheduleType === "INVOICE_EXTENSION_PAYMENT_FAILED";
  const fees: [string, number | null][] = [
    [write.fee("EXTENSION_FEE"), event.extensionFeeCents],
    [write.fee("LATE_PAYMENT"), event.lateFeeCents],
  ];
  return {
    headline: hasFailed
      ? say({ en: `The extension of ${what} has ended`, es: `La prórroga de ${what} terminó` })
      : say({
          en: `The payment for ${what} moves to ${day(event.newRepaymentDate)}`,
          es: `El pago de ${what} pasa al ${day(event.newRepaymentDate)}`,
        }),
    lead: hasFailed
      ? say({
          en: `The fee for the extension could not be paid, so the payment is taken on ${weekday(event.newRepaymentDate)} instead of ${weekday(event.originalRepaymentDate)}.`,
          es: `El cargo por la prórroga no se pudo pagar, así que el pago se cobrará el ${weekday(event.newRepaymentDate)} en lugar del ${weekday(event.originalRepaymentDate)}.`,
        })
      : say({
          en: `The payment that was due on ${weekday(event.originalRepaymentDate)} is taken on ${weekday(event.newRepaymentDate)}.`,
          es: `El pago que vencía el ${weekday(event.originalRepaymentDate)} se cobrará el ${weekday(event.newRepaymentDate)}.`,
        }),
    figure: {
      label: say({
        en: `Payment on ${fullDay(event.newRepaymentDate)}`,
        es: `Pago del ${fullDay(event.newRepaymentDate)}`,
      }),
      amountCents: event.repaymentAmountCents,
    },
    parts: fees.flatMap(([label, cents]) => (cents === null ? [] : [{ label: upper(label), value: money(cents) }])),
    total: null,
    progress: null,
    note: null,
  };
};
