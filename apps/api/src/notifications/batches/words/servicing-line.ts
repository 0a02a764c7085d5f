import { nothingMore, type WritingServicing } from "./servicing-parts.ts";

export const lineSuspended: WritingServicing = (write) => {
  const { say } = write;
  return {
    ...nothingMore,
    headline: say({ en: "Nothing new can be drawn for now", es: "Por ahora no se puede retirar nada nuevo" }),
    lead: say({
      en: "We have stopped new requests on your line. What is already owed keeps its dates, and payments go on as before.",
      es: "Detuvimos las solicitudes nuevas en su línea. Lo que ya se debe conserva sus fechas, y los pagos siguen como antes.",
    }),
    note: say({
      en: "No maintenance fee is charged meanwhile. If you have questions about this decision, please write to us.",
      es: "Mientras tanto no se cobra ningún cargo de mantenimiento. Si tiene preguntas sobre esta decisión, escríbanos.",
    }),
  };
};

export const lineReinstated: WritingServicing = (write) => {
  const { say } = write;
  return {
    ...nothingMore,
    headline: say({ en: "Your line is open again", es: "Su línea está abierta de nuevo" }),
    lead: say({
      en: "You can request money from it again. A maintenance fee, if your agreement has one, is charged again from now on.",
      es: "Puede volver a solicitar dinero de ella. El cargo de mantenimiento, si su contrato lo prevé, se cobra otra vez desde ahora.",
    }),
  };
};

export const limitChanged: WritingServicing = (write, event) => {
  const { say, money } = write;
  const [limit, before] = [event.creditLimitCents ?? 0, event.previousCreditLimitCents ?? 0];
  const isLower = limit < before;
  return {
    ...nothingMore,
    headline: isLower
      ? say({ en: `Your limit is now ${money(limit)}`, es: `Su límite es ahora de ${money(limit)}` })
      : say({ en: `Your limit was raised to ${money(limit)}`, es: `Su límite aumentó a ${money(limit)}` }),
    lead: say({
      en: `It was ${money(before)} before. What is already owed keeps its dates and amounts.`,
      es: `Antes era de ${money(before)}. Lo que ya se debe conserva sus fechas y montos.`,
    }),
    figure: { label: say({ en: "Your limit", es: "Su límite" }), amountCents: limit },
    note: isLower
      ? say({
          en: "If you have questions about this decision, please write to us.",
          es: "Si tiene preguntas sobre esta decisión, escríbanos.",
        })
      : null,
  };
};
