import { Refusal } from "@inlay/contracts/errors.ts";
import type {
  CompletableCoOwnerStep,
  CoOwnerCompletion,
  CoOwnerScreenData,
} from "@inlay/contracts/onboarding/co-owner-steps.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { primaryOwnerOf } from "../../people/public.ts";
import { askForReports } from "../../underwriting/public.ts";
import { consentScreen, refuseInvalidConsent, saveConsents } from "../consents/consents.ts";
import { addressColumns } from "../details/address.ts";

type Known = CoOwnerScreenData<"COLLECT_PERSONAL_DETAILS">;

export type CoOwnerContext = { tx: Tx; caller: Person; settings: PlatformSettings; ownerId: string };
export type CoOwnerCompletionContext = CoOwnerContext & { requestId: string; address: string; userAgent: string };

type CoOwnerStepHandler<S extends CompletableCoOwnerStep> = {
  load(context: CoOwnerContext): Promise<CoOwnerScreenData<S>>;
  complete(context: CoOwnerCompletionContext, answer: CoOwnerCompletion<S>): Promise<void>;
};

const giver = "SECONDARY_OWNER";

/** The co-owner's steps: the invitation, the personal details and the consent. */
export const coOwnerHandlers: { [S in CompletableCoOwnerStep]: CoOwnerStepHandler<S> } = {
  START_FLOW: {
    load: async ({ tx, caller, settings }) => {
      const primary = await primaryOwnerOf(tx, caller.businessId);
      return {
        businessName: await businessNameOf(tx, caller.businessId),
        invitedBy: primary ? `${primary.firstName} ${primary.lastName}` : null,
        isCreditCheckEnabled: settings.isCreditCheckEnabled,
      };
    },
    complete: async () => {},
  },
  COLLECT_PERSONAL_DETAILS: {
    load: ({ tx, ownerId }) => personOf(tx, ownerId),
    complete: savePerson,
  },
  COLLECT_CONSENT: {
    load: async ({ settings }) => consentScreen(settings, giver),
    complete: async ({ tx, caller, settings, ownerId, requestId, address, userAgent }, answer) => {
      refuseInvalidConsent(answer, settings, giver);
      const language = answer.shown?.language ?? caller.language;
      const given = await saveConsents(tx, caller, settings, giver, { language, address, userAgent, requestId });
      await askAboutCoOwner(tx, caller, ownerId, given.get("SOFT_PULL") ?? null);
    },
  },
};

/** Requests the co-owner's credit report if they consented to it. Their name is screened against the sanctions list in either case. */
export const askAboutCoOwner = (
  tx: Tx,
  { platformId, businessId }: Person,
  ownerId: string,
  consentId: string | null,
): Promise<void> =>
  askForReports(tx, { platformId, businessId }, [
    ...(consentId ? [{ source: "SECONDARY_OWNER_CREDIT", consentId, ownerId } as const] : []),
  ]);

export async function personOf(tx: Tx, ownerId: string): Promise<Known> {
  const row = await tx
    .selectFrom("business_owner")
    .select(["first_name", "last_name", "email", "phone_number", "address"])
    .where("id", "=", ownerId)
    .executeTakeFirstOrThrow();
  return {
    secondaryOwnerFirstName: row.first_name,
    secondaryOwnerLastName: row.last_name,
    secondaryOwnerEmail: row.email,
    secondaryOwnerPhoneNumber: row.phone_number,
    address: row.address as Known["address"],
  };
}

/** The email address saved here is contact data. The account that the co-owner signs in with does not change. */
export async function savePerson(
  { tx, caller, ownerId }: CoOwnerContext,
  answer: CoOwnerCompletion<"COLLECT_PERSONAL_DETAILS">,
): Promise<void> {
  const email = answer.secondaryOwnerEmail.toLowerCase();
  const others = await tx
    .selectFrom("business_user as u")
    .select("u.id")
    .where("u.business_id", "=", caller.businessId)
    .where("u.email", "=", email)
    .where("u.id", "<>", caller.userId)
    .unionAll(
      tx
        .selectFrom("business_owner as o")
        .select("o.id")
        .where("o.business_id", "=", caller.businessId)
        .where("o.email", "=", email)
        .where("o.id", "<>", ownerId),
    )
    .execute();
  if (others.length > 0) throw new Refusal("USER_EMAIL_ALREADY_EXISTS");
  const row = {
    first_name: answer.secondaryOwnerFirstName,
    last_name: answer.secondaryOwnerLastName,
    email,
    phone_number: answer.secondaryOwnerPhoneNumber,
    ...addressColumns(answer),
  };
  // Another transaction may have saved the address since the check above. The unique index decides.
  await refuseDuplicate(tx.updateTable("business_owner").set(row).where("id", "=", ownerId).execute(), {
    one_co_owner_of_email: () => new Refusal("USER_EMAIL_ALREADY_EXISTS"),
  });
}

export async function businessNameOf(tx: Tx, businessId: string): Promise<string | null> {
  const { name } = await tx
    .selectFrom("business")
    .select("name")
    .where("id", "=", businessId)
    .executeTakeFirstOrThrow();
  return name;
}
