import type { InsertObject, UpdateObject } from "kysely";
import type { DB } from "../db/schema.generated.ts";
import type { Tx } from "../db/scope.ts";

// Other rooms change businesses, users and connect tokens through these functions, so that one room writes each table.

export const insertBusiness = (tx: Tx, row: InsertObject<DB, "business">) =>
  tx.insertInto("business").values(row).execute();

export const updateBusiness = (tx: Tx, id: string, change: UpdateObject<DB, "business">) =>
  tx.updateTable("business").set(change).where("id", "=", id).execute();

export const insertUser = (tx: Tx, row: InsertObject<DB, "business_user">) =>
  tx.insertInto("business_user").values(row).execute();

export const updateUser = (tx: Tx, id: string, change: UpdateObject<DB, "business_user">) =>
  tx.updateTable("business_user").set(change).where("id", "=", id).execute();

export const insertConnectToken = (tx: Tx, row: InsertObject<DB, "connect_token">) =>
  tx.insertInto("connect_token").values(row).execute();
