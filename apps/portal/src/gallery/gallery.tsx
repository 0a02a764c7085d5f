import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { Banner } from "@inlay/ui/feedback/banner.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { ErrorState } from "@inlay/ui/feedback/error-state.tsx";
import { ErrorSummary } from "@inlay/ui/feedback/error-summary.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { Stamp } from "@inlay/ui/feedback/stamp.tsx";
import { StepProgress } from "@inlay/ui/feedback/step-progress.tsx";
import { Checkbox } from "@inlay/ui/fields/checkbox.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { ComboField } from "@inlay/ui/fields/combo-field.tsx";
import { DateField } from "@inlay/ui/fields/date-field.tsx";
import { FileDrop } from "@inlay/ui/fields/file-drop.tsx";
import { MaskedField } from "@inlay/ui/fields/masked-field.tsx";
import { MoneyField } from "@inlay/ui/fields/money-field.tsx";
import { Select } from "@inlay/ui/fields/select.tsx";
import { SliderField } from "@inlay/ui/fields/slider-field.tsx";
import { TextField } from "@inlay/ui/fields/text-field.tsx";
import { ColumnPicture } from "@inlay/ui/figures/column-picture.tsx";
import { DataTable, type Sort } from "@inlay/ui/figures/data-table.tsx";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Meter } from "@inlay/ui/figures/meter.tsx";
import { Pager } from "@inlay/ui/figures/pager.tsx";
import { ProgressPicture } from "@inlay/ui/figures/progress-picture.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { StackedBar } from "@inlay/ui/figures/stacked-bar.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { Timeline } from "@inlay/ui/figures/timeline.tsx";
import { Locale } from "@inlay/ui/locale.tsx";
import { Dialog } from "@inlay/ui/overlays/dialog.tsx";
import { Drawer } from "@inlay/ui/overlays/drawer.tsx";
import { Explain } from "@inlay/ui/overlays/explain.tsx";
import { PopoverMenu } from "@inlay/ui/overlays/popover-menu.tsx";
import { useState } from "react";
import { FitLoading } from "../offers/cash-flow-fit/fit-loading.tsx";
import { FitShown } from "../offers/cash-flow-fit/fit-shown.tsx";
import { goodFit, shortFit } from "./sample-fit.ts";
import { type Language, type ThemeName, themes } from "./themes.ts";
import { words } from "./words.ts";

type Words = (typeof words)["en"];

/** Every component in one theme. Overlays must use the theme too, so the page shows one at a time. */
export function Gallery({ theme, language }: { theme: ThemeName; language: Language }) {
  const say = words[language];
  return (
    <Locale locale={language === "es" ? "es-US" : "en-US"}>
      <div className="mx-auto grid max-w-280 grid-cols-1 gap-8 px-4 py-6 sm:px-6">
        <header className="flex flex-wrap items-center gap-x-4">
          <nav aria-label="Themes" className="flex flex-wrap gap-x-4">
            {Object.keys(themes).map((name) => (
              <a
                key={name}
                href={`?theme=${name}`}
                aria-current={name === theme ? "page" : undefined}
                className="inline-flex min-h-11 items-center text-link underline aria-[current]:font-bold"
              >
                {name}
              </a>
            ))}
          </nav>
          <div className="ml-auto max-w-full">
            <PopoverMenu
              label="Rosa's Bakery LLC"
              entries={[
                { id: "profile", label: say.name, description: say.addressHint },
                { id: "out", label: say.close, isDangerous: true },
              ]}
              onAction={() => {}}
            />
          </div>
        </header>
        <main className="grid grid-cols-1 gap-8">
          <StepProgress current={3} total={9} label={say.step} />
          <Form say={say} />
          <Offer say={say} />
          <Documents say={say} />
          <FitShown fit={goodFit} isOutdated={false} />
          <FitShown fit={shortFit} isOutdated={false} />
          <FitLoading />
          <Servicing say={say} />
          <States say={say} />
        </main>
      </div>
    </Locale>
  );
}

const twoColumns = "grid grid-cols-1 items-start gap-7 md:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]";

function Form({ say }: { say: Words }) {
  const [name, setName] = useState("Rosa's Bakery LLC");
  const [phone, setPhone] = useState("+1 (415) 555-0134");
  const [ssn, setSsn] = useState("123-45-6789");
  const [ein, setEin] = useState("12-3456789");
  const [born, setBorn] = useState("");
  const [code, setCode] = useState("");
  const [website, setWebsite] = useState("rosas bakery");
  const [address, setAddress] = useState("");
  const [city, setCity] = useState("");
  const [state, setState] = useState<string | null>(null);
  const [day, setDay] = useState<string | null>("2026-11-15");
  const [cents, setCents] = useState<number | null>(8_500_000);
  const [agreed, setAgreed] = useState(true);
  const [product, setProduct] = useState<"one" | "two" | "three" | null>("one");
  const [many, setMany] = useState<("one" | "two")[]>(["two"]);
  const [submission, setSubmission] = useState(0);
  return (
    <div className={twoColumns}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setSubmission(submission + 1);
        }}
      >
        <div className="grid gap-2">
          <h1 className="type-title">{say.title}</h1>
          <p className="max-w-[56ch] text-ink-soft">{say.lead}</p>
        </div>
        <ErrorSummary
          title={say.errors}
          submission={submission}
          errors={[
            { fieldId: "website", message: say.websiteError },
            { fieldId: "day", message: say.choose },
            { fieldId: "product", message: say.product },
          ]}
        />
        <TextField label={say.name} value={name} onChange={(event) => setName(event.target.value)} />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <MaskedField label={say.phone} kind="phone" value={phone} onChange={setPhone} />
          <TextField
            id="website"
            label={say.website}
            value={website}
            error={say.websiteError}
            onChange={(event) => setWebsite(event.target.value)}
          />
          <MaskedField
            label="SSN"
            kind="ssn"
            value={ssn}
            onChange={setSsn}
            conceal={{ show: say.show, hide: say.hide }}
          />
          <MaskedField label="EIN" kind="ein" value={ein} onChange={setEin} disabledReason={say.reason} />
          <MaskedField label="MM/DD/YYYY" kind="date" value={born} onChange={setBorn} placeholder="MM/DD/YYYY" />
          <MaskedField label="Code" kind="code" value={code} onChange={setCode} />
          <MoneyField
            id="amount"
            label={say.amount}
            amountCents={cents}
            onChange={setCents}
            hint={`${cents ?? "–"} cents`}
          />
          <MoneyField label={say.monthly} amountCents={null} onChange={() => {}} error={say.websiteError} />
          <DateField id="day" label="Date" value={day} onChange={setDay} hint={day ?? "–"} />
          <DateField label="Date" value={null} onChange={() => {}} error={say.choose} />
          <Select
            id="state"
            label={say.state}
            placeholder={say.choose}
            value={state}
            onChange={setState}
            options={["California", "Massachusetts", "New York", "Puerto Rico"].map((place) => ({
              value: place,
              label: place,
            }))}
          />
          <Select
            label={say.state}
            placeholder={say.choose}
            value={null}
            onChange={() => {}}
            options={[]}
            disabledReason={say.reason}
          />
          <Select
            label={say.state}
            placeholder={say.choose}
            value={null}
            onChange={() => {}}
            options={[]}
            hint={say.addressHint}
            error={say.choose}
          />
        </div>
        <ComboField
          id="address"
          label={say.address}
          hint={city || say.addressHint}
          value={address}
          onChange={setAddress}
          onPick={({ description }) => setCity(description)}
          suggest={suggestStreets}
          texts={{ list: "…", short: say.addressHint, asking: "…", none: say.nothing, found: String }}
        />
        <ChoiceField
          kind="one"
          label={say.product}
          value={product}
          onChange={setProduct}
          choices={[
            { value: "one", label: say.one, description: say.oneMore },
            { value: "two", label: say.two, description: say.twoMore, disabledReason: say.twoReason },
            { value: "three", label: say.more },
          ]}
        />
        <ChoiceField
          kind="many"
          id="product"
          label={say.product}
          value={many}
          onChange={setMany}
          error={many.length === 0 ? say.choose : null}
          choices={[
            { value: "one", label: say.one, description: say.oneMore },
            { value: "two", label: say.two },
          ]}
        />
        <div>
          <Checkbox isSelected={agreed} onChange={setAgreed}>
            {say.agree}
          </Checkbox>
          <Checkbox isSelected={false} onChange={() => {}} error={say.choose}>
            {say.agree}
          </Checkbox>
          <Checkbox isSelected={false} onChange={() => {}} disabledReason={say.reason}>
            {say.agree}
          </Checkbox>
        </div>
        <div className="flex flex-wrap items-start gap-3">
          <Button type="submit">{say.goOn}</Button>
          <Button variant="secondary">{say.back}</Button>
          <Button variant="text">{say.more}</Button>
          <Button busy>{say.goOn}</Button>
          <Button disabledReason={say.reason}>{say.goOn}</Button>
          <Button variant="secondary" disabledReason={say.reason}>
            {say.back}
          </Button>
        </div>
      </form>
      <div className="grid gap-4">
        <Notice tone="info" title={say.whyAsk}>
          <p>{say.why}</p>
        </Notice>
        <Notice tone="warning" title={say.processing}>
          <p>{say.settles}</p>
        </Notice>
        <Notice tone="success" title={say.processing}>
          <p>{say.settles}</p>
        </Notice>
        <Notice tone="error" title={say.failed}>
          <p>{say.failedMore}</p>
        </Notice>
        <Banners say={say} />
      </div>
    </div>
  );
}

function Banners({ say }: { say: Words }) {
  const [isShown, setIsShown] = useState(false);
  const [open, setOpen] = useState<"dialog" | "drawer" | null>(null);
  const close = () => setOpen(null);
  const actions = (
    <>
      <Button onClick={close}>{say.goOn}</Button>
      <Button variant="secondary" onClick={close}>
        {say.back}
      </Button>
    </>
  );
  return (
    <>
      <Banner tone="success" title={say.processing} closeLabel={say.close} onClose={() => {}} staysMs={null}>
        <p>{say.settles}</p>
      </Banner>
      {isShown && (
        <Banner tone="warning" closeLabel={say.close} onClose={() => setIsShown(false)}>
          <p>{say.settles}</p>
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setIsShown(true)}>
          Banner
        </Button>
        <Button variant="secondary" onClick={() => setOpen("dialog")}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen("drawer")}>
          Drawer
        </Button>
      </div>
      <Dialog title={say.title} isOpen={open === "dialog"} onClose={close} closeLabel={say.close} actions={actions}>
        <p>{say.why}</p>
      </Dialog>
      <Drawer title={say.title} isOpen={open === "drawer"} onClose={close} closeLabel={say.close} actions={actions}>
        <p>{say.why}</p>
      </Drawer>
    </>
  );
}

const streets = [
  { id: "1", label: "1840 Mission St", description: "San Francisco, CA 94103" },
  { id: "2", label: "1840 Market St", description: "San Francisco, CA 94102" },
];
const suggestStreets = async (query: string) =>
  streets.filter(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()));

const dollarsOf = (amount: number) => `$${amount.toLocaleString("en-US")}`;
const amounts = [10_000, ...Array.from({ length: 20 }, (_, step) => 15_000 + step * 5_000), 112_300] as const;

function Offer({ say }: { say: Words }) {
  const [dollars, setDollars] = useState(85_000);
  const [months, setMonths] = useState(18);
  const texts = { less: "−", more: "+", nearest: (value: string) => `${say.choose}: ${value}` };
  const explained = (figure: string) => (
    <Explain figure={figure} label={`${figure}, ${say.whyAsk}`} title={say.whyAsk} closeLabel={say.close}>
      {() => <p>{say.why}</p>}
    </Explain>
  );
  return (
    <section aria-label={say.amount} className={twoColumns}>
      <div className="grid gap-4">
        <div>
          <Badge tone="success" dot>
            Dec 14
          </Badge>
        </div>
        <Card className="grid gap-6">
          <SliderField
            label={say.amount}
            values={amounts}
            value={dollars}
            onChange={setDollars}
            format={dollarsOf}
            parse={Number}
            texts={texts}
          />
          <SliderField
            label={say.term}
            values={[6, 12, 18]}
            value={months}
            onChange={setMonths}
            format={String}
            parse={Number}
            texts={texts}
            size="title"
          >
            {say.settles}
          </SliderField>
          <SliderField
            label={say.term}
            values={[12]}
            value={12}
            onChange={() => {}}
            format={String}
            parse={Number}
            texts={texts}
            size="title"
            disabledReason={say.twoReason}
          />
        </Card>
      </div>
      <Card className="grid gap-5">
        <div className="flex items-start justify-between gap-3">
          <div>
            <p className="type-small">{say.monthly}</p>
            <Figure amount={{ dollars: "$5,302", rest: ".11" }} />
          </div>
          <Stamp>{say.close}</Stamp>
        </div>
        <StackedBar
          label="Principal 89%, interest 8%, fee 3%"
          parts={[
            { label: "Principal", value: 89 },
            { label: "Interest", value: 8 },
            { label: "Fee", value: 3 },
          ]}
        />
        <TableOfChart
          toggle={say.show}
          label={say.monthly}
          columns={[
            { id: "part", label: say.product, cell: ({ part }) => part, isRowHeader: true },
            { id: "share", label: say.amount, cell: ({ share }) => share, isFigure: true },
          ]}
          rows={[
            { part: "Principal", share: "89%" },
            { part: "Interest", share: "8%" },
          ]}
          rowKey={({ part }) => part}
        />
        <Receipt
          rows={[
            { label: say.amount, value: "$85,000.00" },
            { label: say.monthly, note: say.settles, value: explained("−$2,550.00") },
            { label: "Total", value: "$82,450.00", isTotal: true },
            { label: "APR", value: explained("18.94%") },
          ]}
        />
        <Meter share={0.5} />
        <FigureList
          rows={[
            { label: say.amount, value: "$85,000.00" },
            { label: "Total", value: "$70,050.00", isTotal: true },
          ]}
        />
        <Timeline
          doneLabel={say.uploaded}
          stops={[
            { label: say.documents, detail: say.documentsHint, state: "DONE" },
            { label: say.processing, detail: say.settles, state: "NOW" },
            { label: say.monthly, state: "LATER" },
          ]}
        />
      </Card>
    </section>
  );
}

/** Every state of a file, and the drop area when it is idle, busy and in error. */
function Documents({ say }: { say: Words }) {
  const [names, setNames] = useState<string[]>([]);
  const texts = {
    list: say.documents,
    download: (name: string) => `${say.download} ${name}`,
    remove: (name: string) => `${say.remove} ${name}`,
  };
  const area = {
    label: say.documents,
    invitation: say.drop,
    accept: ["application/pdf", ".pdf"],
    texts,
    announcement: "",
    onFiles: (files: File[]) => setNames([...names, ...files.map(({ name }) => name)]),
  };
  const row = { shownName: "statement.pdf", name: "statement.pdf", progress: null };
  const act = { onDownload: () => {}, onRemove: () => {} };
  return (
    <section aria-label={say.documents} className={twoColumns}>
      <Card>
        <FileDrop
          {...area}
          isMany
          busyWith={null}
          hint={say.documentsHint}
          files={[
            { ...row, id: "1", tone: "good", note: say.uploaded, ...act },
            {
              id: "2",
              tone: "busy",
              note: "42 %",
              progress: 0.42,
              name: "bank-statement-of-september-2026.pdf",
              shownName: "bank-statement-of-septe….pdf",
            },
            { ...row, id: "3", tone: "busy", note: say.checking, onRemove: act.onRemove },
            { ...row, id: "4", tone: "bad", note: say.notPdf, onRemove: act.onRemove },
            ...names.map((name) => ({
              id: name,
              name,
              shownName: name,
              progress: null,
              ...act,
              tone: "good" as const,
              note: "",
            })),
          ]}
        />
      </Card>
      <Card className="grid gap-6">
        <FileDrop {...area} isMany={false} busyWith={say.uploading} files={[]} />
        <FileDrop {...area} isMany={false} busyWith={null} error={say.notPdf} files={[]} />
      </Card>
    </section>
  );
}

type Payment = { date: string; status: "PAID" | "PENDING" | "FAILED"; cents: number };
const payments: Payment[] = [
  { date: "11/01/26", status: "PENDING", cents: 530_211 },
  { date: "10/01/26", status: "PAID", cents: 530_211 },
  { date: "09/01/26", status: "FAILED", cents: 530_211 },
];
const toneOf = { PAID: "success", PENDING: "warning", FAILED: "error" } as const;

function Servicing({ say }: { say: Words }) {
  const [sort, setSort] = useState<Sort | null>({ columnId: "date", direction: "descending" });
  const [page, setPage] = useState(1);
  return (
    <section aria-label={say.processing} className={twoColumns}>
      <Card className="grid gap-4">
        <div className="flex flex-wrap-reverse items-end justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <p className="type-small">{say.amount}</p>
            <p className="text-figure font-bold">$61,870.24</p>
          </div>
          <Badge tone="success" dot>
            CURRENT
          </Badge>
        </div>
        <ProgressPicture label="27%, Dec 1, 2027" value={27} whole={100} />
        <ColumnPicture
          label={say.monthly}
          scale={{ most: 110, label: "$110" }}
          hasAxis
          columns={Array.from({ length: 18 }, (_, month) => ({
            label: String(month),
            values: [73 + month * 1.5, 27 - month * 1.5],
            isPast: month < 5,
          }))}
        />
      </Card>
      <Card className="grid gap-4">
        <DataTable
          label={say.monthly}
          showLabel
          columns={[
            { id: "date", label: "Date", cell: ({ date }) => date, isRowHeader: true, isSortable: true },
            { id: "status", label: "Status", cell: ({ status }) => <Badge tone={toneOf[status]}>{status}</Badge> },
            { id: "amount", label: say.monthly, cell: ({ cents }) => `$${(cents / 100).toFixed(2)}`, isFigure: true },
          ]}
          rows={payments}
          rowKey={({ date }) => date}
          sort={sort}
          onSort={setSort}
        />
        <Pager
          page={page}
          pages={5}
          onPage={setPage}
          labels={{ navigation: say.page, previous: "←", next: "→", where: say.page }}
        />
      </Card>
    </section>
  );
}

function States({ say }: { say: Words }) {
  return (
    <section aria-label={say.nothing} className="grid items-start gap-6 md:grid-cols-3">
      <EmptyState title={say.nothing} action={<Button variant="secondary">{say.goOn}</Button>}>
        <p>{say.nothingMore}</p>
      </EmptyState>
      <ErrorState title={say.failed} retry={{ label: say.retry, onRetry: () => {} }} reference="ref 7d41">
        <p>{say.failedMore}</p>
      </ErrorState>
      <Card className="grid gap-3">
        <Skeleton className="h-8 w-3/5" />
        <Skeleton />
        <Skeleton className="h-4 w-4/5" />
        <div className="flex flex-wrap gap-2">
          <Badge>neutral</Badge>
          <Badge tone="info">info</Badge>
          <Badge tone="success">success</Badge>
          <Badge tone="warning">warning</Badge>
          <Badge tone="error">error</Badge>
        </div>
      </Card>
    </section>
  );
}
