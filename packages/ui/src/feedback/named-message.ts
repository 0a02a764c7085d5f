/** A message of a field that says which field it is about. A part of the field's name that the message has already is not repeated. */
export function namedMessage(message: string, name: readonly string[]): string {
  const missing = name.filter((part) => !message.toLowerCase().includes(part.toLowerCase()));
  const title = missing.join(", ");
  if (title === "") return message;
  // A question keeps its question mark.
  return /[?.:!]$/.test(title) ? `${title} ${message}` : `${title}: ${message}`;
}
