import type { BusinessTime } from "../../clock/business-time.fixture.ts";
import { inScope } from "../../db/scope.ts";
import type { TestPerson, TestPlatform, TestServer } from "../../http/server.fixture.ts";
import { issuedProduct } from "../../products/issued.fixture.ts";
import type { EmailMessage, EmailSender } from "../../providers/email/port.ts";
import { handleEvents } from "../../workflows/handle-event.fixture.ts";
import { deliverEmail } from "../emails.ts";
import type { NewBatchEvent } from "./batch-event.ts";
import { notify } from "./notify.ts";

export type Borrower = TestPerson & { id: string; platform: TestPlatform; issuedProductId: string };
type ServicingEvent = Extract<NewBatchEvent, { batchEventType: "SERVICING_EVENT" }>;

/** People of businesses with a loan who are told things, and the emails that this leads to. */
export function toldPeople(server: TestServer, time: BusinessTime) {
  let made = 0;
  const rows = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await server.database.admin.query(text, values)).rows;

  return {
    rows,

    borrower: async (at: string): Promise<Borrower> => {
      const platform = await server.platform();
      const person = await server.person(platform, {
        email: `owner-${++made}@batches.test`,
        firstName: "Pia",
        roles: ["PRIMARY_OWNER"],
      });
      const { businessId: publicId } = person;
      const [row] = await rows<{ id: string }>("select id from app.business where platform_id = $1", platform.id);
      const id = row?.id ?? publicId;
      const { id: issuedProductId } = await issuedProduct(server.database.admin, {
        platformId: platform.id,
        businessId: id,
      });
      await time.set({ id, platform }, new Date(at));
      return { ...person, id, platform, issuedProductId };
    },

    /** Tells of a payment that was made. */
    tell: (who: Borrower, key: string, amountCents = 458_400, change: Partial<ServicingEvent> = {}) =>
      inScope(server.app.pool, { platformId: who.platform.id, businessId: who.id }, (tx) =>
        notify(tx, {
          platformId: who.platform.id,
          businessId: who.id,
          key,
          event: {
            product: "TERM_LOAN",
            issuedProductId: who.issuedProductId,
            issuedProductStatus: "CURRENT",
            batchEventType: "SERVICING_EVENT",
            subEvent: "PAYMENT_MADE",
            repaymentDate: "2026-01-14",
            repaymentAmountCents: amountCents,
            principalCents: amountCents,
            ...change,
          },
        }),
      ),

    /** The emails of batches, as the mail server gets them. */
    emailsOf: async (who: Borrower): Promise<EmailMessage[]> => {
      await handleEvents(server, who.id);
      const sent: EmailMessage[] = [];
      const sender: EmailSender = { send: async (email) => void sent.push(email), close: () => {} };
      const queued = await rows<{ id: string }>(
        "select id from app.email where business_id = $1 and template = 'notifications' order by id",
        who.id,
      );
      for (const { id } of queued)
        await deliverEmail(server.app, sender, { platformId: who.platform.id, businessId: who.id, id });
      return sent;
    },
  };
}
export type ToldPeople = ReturnType<typeof toldPeople>;
