import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import type { TestServer } from "../http/server.fixture.ts";

/** Inserts a document that every user of its business may read, without a stored file. */
export async function readyDocument({ database }: TestServer, businessId: string): Promise<string> {
  const id = randomUUID();
  await database.admin.query(
    `insert into app.business_document (id, platform_id, business_id, document_type, source, status, file_name, file_kind, bytes, sha256)
     select $1, platform_id, id, 'TAX_RETURN', 'USER', 'READY', 'return.pdf', 'pdf', 1, '\\x00' from app.business where id = $2`,
    [id, uuidOf("business", businessId)],
  );
  return id;
}
