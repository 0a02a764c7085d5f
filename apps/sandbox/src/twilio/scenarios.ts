import type { Scenario } from "../world/ground.ts";

/** What becomes of a message, by the last seven digits of the number. */
type NumberScenario = {
  digits: string;
  /** The vendor's number for what is wrong, and its sentence. */
  code: number;
  message: string;
  /** `door`: the vendor does not take the message. `way`: it takes it, and tells later that it failed. */
  where: "door" | "way";
  happens: string;
};

const numberScenarios: readonly NumberScenario[] = [
  {
    digits: "5550131",
    code: 30003,
    where: "way",
    message: "Unreachable destination handset",
    happens: "The phone is off or out of reach: `undelivered`, error 30003.",
  },
  {
    digits: "5550132",
    code: 30006,
    where: "way",
    message: "Landline or unreachable carrier",
    happens: "A landline, found out on the way: `undelivered`, error 30006.",
  },
  {
    digits: "5550133",
    code: 21610,
    where: "door",
    message: "Attempt to send to unsubscribed recipient",
    happens: "The person has answered STOP: refused, error 21610.",
  },
  {
    digits: "5550134",
    code: 30007,
    where: "way",
    message: "Message filtered",
    happens: "The phone company takes it for spam: `undelivered`, error 30007.",
  },
  {
    digits: "5550135",
    code: 21211,
    where: "door",
    message: "Invalid 'To' Phone Number",
    happens: "There is no such number: refused, error 21211.",
  },
  {
    digits: "5550136",
    code: 21614,
    where: "door",
    message: "'To' number is not a valid mobile number",
    happens: "A landline, known at once: refused, error 21614.",
  },
];

export const scenarioOf = (to: string): NumberScenario | undefined =>
  numberScenarios.find(({ digits }) => to.endsWith(digits));

export const scenarios: readonly Scenario[] = [
  ...numberScenarios.map(({ digits, happens }) => ({
    value: `a number \`+1 … ${digits.slice(0, 3)}-${digits.slice(3)}\``,
    happens,
  })),
  { value: "any other number", happens: "The message is on the phone after a moment; look into the inbox." },
];
