import { createHash, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type CleanKey, type Files, FilesRefused, FilesUnavailable, FileTooLarge, type IncomingKey } from "./port.ts";

export type FilesWorld = {
  files: Files;
  /** The adapter with a short timeout, for requests that get no response. */
  impatient: Files;
  unreachable: Files;
  /** The adapter with the right endpoint and a wrong secret. */
  anonymous: Files;
  portalOrigin: string;
  setFaults(kinds: string[]): Promise<void>;
};

/** The contract of every file store. */
export function behavesLikeFiles(world: () => FilesWorld): void {
  const pdf = Buffer.from("%PDF-1.7 not much of one");
  const cleanKey = (): CleanKey => `clean/${randomUUID()}/${randomUUID()}/${randomUUID()}`;
  const incomingKey = (): IncomingKey => `incoming/${randomUUID()}/${randomUUID()}/${randomUUID()}`;
  const contentType = "application/pdf";
  const send = (url: string, body: Buffer, headers: Record<string, string>) =>
    fetch(url, { method: "PUT", body: new Uint8Array(body), headers });
  const generous = 1_000_000;

  describe("stored file", () => {
    it("is stored, described, replaced and deleted", async () => {
      const { files } = world();
      const key = cleanKey();
      expect(await files.get(key, generous)).toBeNull();
      expect(await files.head(key)).toBeNull();
      await files.put(key, pdf, contentType);
      expect(await files.get(key, generous)).toEqual(pdf);
      expect(await files.head(key)).toEqual({ bytes: pdf.length, contentType });
      await files.put(key, Buffer.from("another"), "text/plain");
      expect(await files.get(key, generous)).toEqual(Buffer.from("another"));
      await files.remove(key);
      await files.remove(key);
      expect(await files.head(key)).toBeNull();
    });

    it("is not read when it is larger than the caller's limit", async () => {
      const { files } = world();
      const key = cleanKey();
      await files.put(key, Buffer.alloc(100_001), contentType);
      await expect(files.get(key, 100_000)).rejects.toThrow(FileTooLarge);
      expect(await files.get(key, 100_001)).toHaveLength(100_001);
    });
  });

  describe("presigned upload URL", () => {
    const declared = { contentType, bytes: pdf.length, sha256: createHash("sha256").update(pdf).digest("hex") };

    it("accepts the file that it was created for", async () => {
      const { files } = world();
      const key = incomingKey();
      const slot = await files.presignPut(key, declared);
      const wait = slot.expiresAt.getTime() - Date.now();
      expect(wait).toBeGreaterThan(9 * 60_000);
      expect(wait).toBeLessThanOrEqual(10 * 60_000);
      expect((await send(slot.url, pdf, slot.headers)).status).toBe(200);
      expect(await files.get(key, generous)).toEqual(pdf);
    });

    it("refuses another type, another size and another key", async () => {
      const { files } = world();
      const key = incomingKey();
      const { url, headers } = await files.presignPut(key, declared);
      const answers = [
        await send(url, pdf, { "content-type": "text/html" }),
        await send(url, Buffer.concat([pdf, pdf]), headers),
        await send(url.replace(key, incomingKey()), pdf, headers),
        await send(url.replace(key, key.replace("incoming/", "clean/")), pdf, headers),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect(await files.head(key)).toBeNull();
    });

    it("refuses a missing signature, a signature for another key, and an expired one", async () => {
      const { files, anonymous } = world();
      const key = incomingKey();
      const { url, headers } = await files.presignPut(key, declared);
      const theirs = await anonymous.presignPut(key, declared);
      const signedOn = new URL(url);
      signedOn.searchParams.set("X-Amz-Date", "20200101T000000Z");
      const answers = [
        await send(String(url.split("?")[0]), pdf, headers),
        await send(theirs.url, pdf, theirs.headers),
        await send(signedOn.href, pdf, headers),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(await files.head(key)).toBeNull();
    });

    it("can be used from the portal's origin and from no other", async () => {
      const { files, portalOrigin } = world();
      const { url } = await files.presignPut(incomingKey(), declared);
      const preflight = (origin: string) =>
        fetch(url, {
          method: "OPTIONS",
          headers: {
            origin,
            "access-control-request-method": "PUT",
            "access-control-request-headers": "content-type",
          },
        });
      expect((await preflight(portalOrigin)).status).toBe(200);
      expect((await preflight("https://elsewhere.example")).status).toBe(403);
    });
  });

  describe("presigned download URL", () => {
    it("returns the file as an attachment with its name, for five minutes", async () => {
      const { files } = world();
      const key = cleanKey();
      await files.put(key, pdf, contentType);
      const fileName = 'Recibo "niño".pdf';
      const { url, expiresAt } = await files.presignGet(key, { fileName, contentType });
      expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(5 * 60_000);
      const answer = await fetch(url);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
      expect(answer.headers.get("content-disposition")).toBe(
        `attachment; filename="Recibo _ni_o_.pdf"; filename*=UTF-8''Recibo%20%22ni%C3%B1o%22.pdf`,
      );
      expect(answer.headers.get("content-type")).toBe(contentType);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    });

    it("returns no other file, and nothing without its signature", async () => {
      const { files, anonymous } = world();
      const [key, other] = [cleanKey(), cleanKey()];
      await files.put(key, pdf, contentType);
      await files.put(other, pdf, contentType);
      const { url } = await files.presignGet(key, { fileName: "a.pdf", contentType });
      const theirs = await anonymous.presignGet(key, { fileName: "a.pdf", contentType });
      const inline = new URL(url);
      inline.searchParams.set("response-content-disposition", "inline");
      const addresses = [url.replace(key, other), String(url.split("?")[0]), theirs.url, inline.href];
      expect(await Promise.all(addresses.map(async (address) => (await fetch(address)).status))).toEqual([
        403, 403, 403, 403,
      ]);
    });

    it("is not created for an unscanned file", async () => {
      const unseen = incomingKey() as unknown as CleanKey;
      await expect(world().files.presignGet(unseen, { fileName: "a.pdf", contentType })).rejects.toThrow("clean");
    });
  });

  describe("failing file store", () => {
    it("throws FilesUnavailable when it cannot be reached, hangs, fails or is overloaded", async () => {
      await expect(world().unreachable.head(cleanKey())).rejects.toThrow(FilesUnavailable);
      for (const fault of ["hang", "500", "429", "reset", "outage"]) {
        await world().setFaults([fault]);
        await expect(world().impatient.head(cleanKey())).rejects.toThrow(FilesUnavailable);
        await expect(world().impatient.put(cleanKey(), pdf, contentType)).rejects.toThrow(FilesUnavailable);
      }
      await world().setFaults([]);
      expect(await world().files.head(cleanKey())).toBeNull();
    });

    it("throws FilesRefused when it rejects our credentials", async () => {
      await expect(world().anonymous.get(cleanKey(), generous)).rejects.toThrow(FilesRefused);
      await expect(world().anonymous.put(cleanKey(), pdf, contentType)).rejects.toThrow(FilesRefused);
    });
  });
}
