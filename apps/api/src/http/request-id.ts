import { randomFillSync } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const randomness = Buffer.alloc(16 * 256);
let used = randomness.length;

/**
 * A request id: ten characters for the millisecond, then sixteen random ones, so that ids sort by time. Random bytes are generated for
 * many ids at once, because every request needs one.
 */
export function newRequestId(): string {
  if (used === randomness.length) {
    randomFillSync(randomness);
    used = 0;
  }
  let id = "";
  for (let time = Date.now(), n = 0; n < 10; n++, time = Math.floor(time / 32)) id = alphabet.charAt(time % 32) + id;
  for (const end = used + 16; used < end; used++) id += alphabet.charAt((randomness[used] ?? 0) & 31);
  return `req_${id}`;
}
