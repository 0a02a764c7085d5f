import { Refusal } from "@inlay/contracts/errors.ts";
import type { Completion, ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import type { Tx } from "../../db/scope.ts";
import { addressColumns } from "./address.ts";

type Screen = Omit<ScreenData<"COLLECT_BUSINESS_DETAILS">, "homeAddress" | "notOffered">;
type Details = Omit<Completion<"COLLECT_BUSINESS_DETAILS">, "website">;

export async function loadBusinessDetails(tx: Tx, businessId: string): Promise<Screen> {
  const row = await tx
    .selectFrom("business")
    .select(["name", "phone_number", "website", "address", "address_verified"])
    .where("id", "=", businessId)
    .executeTakeFirstOrThrow();
  return {
    businessName: row.name,
    phoneNumber: row.phone_number,
    website: row.website,
    address: row.address as Screen["address"],
    verified: row.address_verified,
  };
}

/** The name of a business that enrolled itself is unique among such businesses of the platform. */
export async function saveBusinessDetails(tx: Tx, businessId: string, details: Details): Promise<void> {
  await refuseDuplicate(
    tx
      .updateTable("business")
      .set({ name: details.businessName, phone_number: details.phoneNumber, ...addressColumns(details) })
      .where("id", "=", businessId)
      .execute(),
    { business_name_taken: () => new Refusal("BUSINESS_NAME_ALREADY_EXISTS") },
  );
}

export async function businessNameOf(tx: Tx, businessId: string): Promise<string | null> {
  const { name } = await tx
    .selectFrom("business")
    .select("name")
    .where("id", "=", businessId)
    .executeTakeFirstOrThrow();
  return name;
}
