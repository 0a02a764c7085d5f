export type Letter = {
  /** The same for every attempt at the same letter, so that a receiver can recognise a repeat. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  html: string;
  text: string;
};

/** Resolves when the other side has taken responsibility for the letter; rejects when that is not known. */
export type Mailer = { send(letter: Letter): Promise<void> };
