import type { Scenario } from "../world/ground.ts";

/** A scenario, selected by the last seven digits of the number. */
type NumberScenario = {
  digits: string;
  /** The vendor's error code and message. */
  code: number;
  message: string;
  /** `request`: the vendor refuses the message. `delivery`: it accepts the message and reports the failure later. */
  failsAt: "request" | "delivery";
  happens: string;
};

const numberScenarios: readonly NumberScenario[] = [
  {
    digits: "5550131",
    code: 30003,
    failsAt: "delivery",
    message: "Unreachable destination handset",
    happens: "The phone is off or out of reach: `undelivered`, error 30003.",
  },
  {
    digits: "5550132",
    code: 30006,
    failsAt: "delivery",
    message: "Landline or unreachable carrier",
    happens: "A landline, detected at delivery: `undelivered`, error 30006.",
  },
  {
    digits: "5550133",
    code: 21610,
    failsAt: "request",
    message: "Attempt to send to unsubscribed recipient",
    happens: "The person has answered STOP: refused, error 21610.",
  },
  {
    digits: "5550134",
    code: 30007,
    failsAt: "delivery",
    message: "Message filtered",
    happens: "The carrier filters it as spam: `undelivered`, error 30007.",
  },
  {
    digits: "5550135",
    code: 21211,
    failsAt: "request",
    message: "Invalid 'To' Phone Number",
    happens: "There is no such number: refused, error 21211.",
  },
  {
    digits: "5550136",
    code: 21614,
    failsAt: "request",
    message: "'To' number is not a valid mobile number",
    happens: "A landline, detected at once: refused, error 21614.",
  },
];

export const scenarioOf = (to: string): NumberScenario | undefined =>
  numberScenarios.find(({ digits }) => to.endsWith(digits));

export const scenarios: readonly Scenario[] = [
  ...numberScenarios.map(({ digits, happens }) => ({
    value: `a number \`+1 … ${digits.slice(0, 3)}-${digits.slice(3)}\``,
    happens,
  })),
  { value: "any other number", happens: "The message is delivered after a moment and appears in the inbox." },
];
