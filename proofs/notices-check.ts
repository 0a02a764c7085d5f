import { createHash } from "node:crypto";
import type { NoticeText } from "@inlay/contracts/notice.ts";
import type { OwnerFacts } from "@inlay/lending/underwriting/data/facts.ts";
import { type DenialReason, denialReasons } from "@inlay/lending/underwriting/denial-reasons.ts";
import { textOf } from "../apps/api/src/providers/document-renderer/typst/pdf-text.fixture.ts";
import { readNoticePdf, readNoticeText } from "../apps/api/src/underwriting/notices/stored-notice.ts";
import type { Applied } from "./notices-applicants.ts";
import { expectedOf } from "./notices-expected.ts";
import { askSandbox } from "./payments-ground.ts";
import { hold } from "./proof.ts";
import type { World } from "./world.ts";

type CaughtEmail = {
  messageId: string;
  to: string[];
  text: string;
  attachments: { href: string }[];
};
type Inbox = { deliveries: number; emails: CaughtEmail[] };
type StoredNotice = {
  id: string;
  businessId: string;
  ownerId: string | null;
  reasons: string[] | null;
  locale: "en" | "es";
  action: string;
  sha256: string;
  isRefused: boolean;
  messageIds: string[];
};

export type Found = {
  notices: number;
  privateNotices: number;
  ofSoleProprietors: number;
  withGuarantorCredit: number;
  files: number;
  emails: number;
  refused: number;
  repeated: number;
};

/** Compares the stored notices, their files and the mail server's record with what was expected about each application. */
export async function checkNotices(
  world: World,
  all: readonly Applied[],
  isRefused: ReadonlySet<string>,
): Promise<Found> {
  const { rows } = await world.admin.query<StoredNotice>(
    `select n.id, n.business_id as "businessId", n.owner_id as "ownerId", n.reasons, n.locale, n.action,
       encode(n.pdf_sha256, 'hex') as sha256, n.refused_at is not null as "isRefused",
       array(select '<' || e.id || '@inlay>' from app.email e where e.key = 'notice/' || n.id) as "messageIds"
     from app.adverse_action_notice n order by n.id`,
  );
  const ofBusiness = Map.groupBy(rows, ({ businessId }) => businessId);
  const { emails, deliveries } = await askSandbox<Inbox>(world, "/inbox.json");
  const caught = new Map(emails.map((email) => [email.messageId, email]));
  hold("distinct Message-IDs at the mail server", caught.size, emails.length);
  const received = Map.groupBy(emails, ({ to }) => to[0] ?? "");
  const found: Found = {
    notices: rows.length,
    privateNotices: 0,
    ofSoleProprietors: 0,
    withGuarantorCredit: 0,
    files: 0,
    emails: 0,
    refused: 0,
    repeated: deliveries - emails.length,
  };
  for (const applied of all) {
    const { tenant, facts, wanted } = applied;
    const expected = expectedOf(applied);
    const stored = ofBusiness.get(tenant.businessId) ?? [];
    const about = `notices about ${facts.business.name} (${wanted})`;
    const readers = [null, ...expected.owners.keys()];
    hold(
      `${about}: who is told`,
      stored
        .map(({ ownerId }) => ownerId)
        .toSorted()
        .join(),
      readers.toSorted().join(),
    );
    if (expected.isOwnNotice) found.ofSoleProprietors++;
    if (expected.reasons.includes("GUARANTOR_CREDIT")) found.withGuarantorCredit++;
    for (const notice of stored) {
      const reader = facts.owners.find(({ id, isPrimary }) => (notice.ownerId ? id === notice.ownerId : isPrimary));
      if (!reader) throw new Error(`${about}: nobody reads it`);
      const reasons = notice.ownerId ? expected.owners.get(notice.ownerId) : expected.reasons;
      if (notice.ownerId) found.privateNotices++;
      else hold(`${about}: reasons`, notice.reasons?.join(), reasons?.join());
      hold(`${about}: action`, notice.action, wanted === "COUNTER_OFFER" ? "COUNTER_OFFERED" : "DENIED");
      hold(`${about}: language`, notice.locale, applied.locales.get(reader.id));
      const hasReport = notice.ownerId !== null || expected.isOwnNotice;
      await checkContents(world, applied, notice, { about, reader, reasons: reasons ?? [], hasReport });
      found.files++;

      hold(`${about}: emails`, notice.messageIds.length, 1);
      const email = caught.get(notice.messageIds[0] ?? "");
      hold(`${about}: refused`, notice.isRefused, isRefused.has(reader.email));
      hold(`${about}: at the mail server`, email?.to.join(), notice.isRefused ? undefined : reader.email);
      if (notice.isRefused) found.refused++;
      if (!email) continue;
      found.emails++;
      const others = notice.ownerId ? facts.owners : facts.owners.filter(({ id }) => id !== reader.id);
      for (const owner of others) {
        if (owner !== reader) holdNothingOf(owner, email.text, `${about}: the email`);
        holdNoScore(owner, email.text, `${about}: the email`);
      }
      if (hasReport) holdNoScore(reader, email.text, `${about}: the email`);
      hold(`${about}: files of the email`, email.attachments.length, hasReport ? 0 : 1);
      for (const { href } of email.attachments) {
        const file = await fetch(`${world.engine.sandboxUrl}${href}`);
        hold(`${about}: the file of the email`, sha256Of(await file.bytes()), notice.sha256);
      }
    }
    // Co-owners receive nothing else here, so nobody has an email who has no notice.
    for (const { id, email, isPrimary } of facts.owners)
      if (!isPrimary)
        hold(`${about}: emails to ${email}`, received.get(email)?.length ?? 0, expected.owners.has(id) ? 1 : 0);
  }
  return found;
}

const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
/** Lines of a file also end after a hyphen. */
const inOneLine = (text: string): string => text.replace(/[\s\u200b]+/g, " ").replaceAll("- ", "-");

type Reading = { about: string; reader: OwnerFacts; reasons: readonly DenialReason[]; hasReport: boolean };

/** Text and file of a notice: readable, alike, with the reasons in order, and nothing about anybody else. */
async function checkContents(
  { app }: World,
  { tenant, facts, product }: Applied,
  notice: StoredNotice,
  { about, reader, reasons, hasReport }: Reading,
): Promise<void> {
  const { text } = await readNoticeText(app, { ...tenant, noticeId: notice.id, person: null });
  const isAdvance = product === "MCA" || product === "INTEGRATED_MCA";
  const words = reasons.map((reason) =>
    isAdvance && reason === "LOANS_UNAVAILABLE_IN_STATE" ? "advances unavailable in your state" : denialReasons[reason],
  );
  hold(`${about}: one to four reasons`, reasons.length >= 1 && reasons.length <= 4, true);
  hold(`${about}: the reasons in words`, reasonsIn(text.en).join("; "), words.join("; "));
  hold(`${about}: the reasons in Spanish`, reasonsIn(text.es).length, words.length);

  const { contents } = await readNoticePdf(app, { ...tenant, noticeId: notice.id, person: null });
  hold(`${about}: the hash of its file`, sha256Of(contents), notice.sha256);
  const pdf = inOneLine((await textOf(Buffer.from(contents))).text);
  for (const sentence of sentencesIn(text[notice.locale]))
    hold(`${about}: its file has “${sentence}”`, pdf.includes(inOneLine(sentence)), true);

  const everything = [pdf, ...sentencesIn(text.en), ...sentencesIn(text.es)].map(inOneLine).join("\n");
  for (const owner of facts.owners) if (owner !== reader) holdNothingOf(owner, everything, about);
  const score = reader.credit?.ficoScore ?? null;
  if (!hasReport) holdNoScore(reader, everything, about);
  else if (score !== null) hold(`${about}: the reader's own score`, hasNumber(everything, score), true);
  if (notice.ownerId)
    hold(`${about}: the reader's name`, everything.includes(`${reader.firstName} ${reader.lastName}`), true);
}

/** The second section of a notice lists its reasons. */
const reasonsIn = ({ sections }: NoticeText): string[] => {
  const [block] = sections[1]?.blocks ?? [];
  return block?.kind === "LIST" ? block.items : [];
};

const sentencesIn = (part: object): string[] =>
  Object.entries(part).flatMap(([name, value]) =>
    typeof value === "string" ? (name === "kind" ? [] : [value]) : sentencesIn(value as object),
  );

function holdNothingOf(owner: OwnerFacts, text: string, about: string): void {
  for (const name of [owner.firstName, owner.lastName, owner.email])
    hold(`${about}: has ${name}`, text.includes(name), false);
  holdNoScore(owner, text, about);
}

function holdNoScore({ credit }: OwnerFacts, text: string, about: string): void {
  if (credit?.ficoScore) hold(`${about}: has the score ${credit.ficoScore}`, hasNumber(text, credit.ficoScore), false);
}

/** Whether a number is in a text, apart from amounts of money, addresses of pages and reference numbers. */
const hasNumber = (text: string, number: number): boolean =>
  new RegExp(`(?<![\\w-])${number}(?![\\w-])`).test(text.replaceAll(/https?:\S+|\$[\d,.]+/g, ""));
