export type Letter = {
  /** The same for every attempt at the same letter, so that a receiver can recognise a repeat. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  html: string;
  text: string;
};

/** The other side said no for good; trying again cannot help. */
export class LetterRefused extends Error {}

/** Resolves when the other side has taken responsibility for the letter; rejects when that is not known or not so. */
export type Mailer = { send(letter: Letter): Promise<void>; close(): void };
