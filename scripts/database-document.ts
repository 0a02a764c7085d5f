import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";

type Column = { name: string; type: string; isNullable: boolean; isPrimary: boolean; isUnique: boolean };
type Reference = { column: string; target: string };
type Table = { name: string; columns: Column[]; references: Reference[] };

/** What a migration says about the tables it creates, in its comments. */
type Room = { name: string; files: string[]; about: string; tables: { name: string; about: string }[] };

/** Nearly every table has these references, so a diagram shows them only among tables of one room. */
const everywhere = ["platform", "business"];
/** Columns that are no keys but tell how a row lives. */
const telling = ["status", "state", "kind", "next_action_at"];

/** The tables of a migrated database as Markdown: a diagram and a list for each room. */
export async function databaseDocument(url: string, migrationsDir: string): Promise<string> {
  const tables = await tablesIn(url);
  const rooms = roomsIn(migrationsDir).filter((room) => room.tables.length > 0);
  const described = rooms.flatMap((room) => room.tables.map(({ name }) => name));
  const missing = [...tables.keys()].filter((name) => !described.includes(name));
  if (missing.length > 0) throw new Error(`No migration creates these tables with \`create table app.\`: ${missing}`);
  return `# Database

Generated from [the migrations](../apps/api/migrations) by \`npm run generate\`; edits are overwritten. A section is a room of the server
or a part of \`db\` (\`record\`, \`vault\`), and a table is written from one room ([exceptions](../scripts/table-writers.test.ts)).

${tables.size} tables in the schema \`app\`. A diagram shows keys, \`status\`, \`state\`, \`kind\` and \`next_action_at\`; UK marks a column of a
unique index, which may have further columns or a condition. Nearly every table has \`platform_id\` and \`business_id\`, which row security
compares with the tenant of the transaction; diagrams leave them and their foreign keys out, except among tables of one section.
[schema.generated.ts](../apps/api/src/db/schema.generated.ts) has all columns, [decision 10](decisions/0010-database-roles.md) the roles, and
[debugging.md](debugging.md) shows how to query as a tenant. The wrapped data keys are in another database, the
[key store](../apps/api/key-store/0001-keys.sql).

${rooms.map((room) => section(room, tables)).join("\n")}`;
}

function section({ name, files, about, tables }: Room, all: Map<string, Table>): string {
  const own = new Set(tables.map((table) => table.name));
  const found = tables.flatMap((table) => all.get(table.name) ?? []);
  const isShown = ({ target }: Reference) => own.has(target) || !everywhere.includes(target);
  const entities = found.map((table) => entity(table, new Set(table.references.filter(isShown).map((r) => r.column))));
  const relations = found.flatMap((table) => table.references.filter(isShown).map((one) => relation(table, one)));
  const width = Math.max(...tables.map((table) => table.name.length)) + 2;
  const abouts = tables.map((table) => table.about);
  const rest = Math.max(5, ...abouts.map((text) => text.length));
  const row = (left: string, right: string) => `| ${left.padEnd(width)} | ${right.padEnd(rest)} |`;
  return `## ${name}

${about ? `${about} ` : ""}From ${files.map((file) => `[${file}](../apps/api/migrations/${file})`).join(", ")}.

${row("table", "about")}
| ${"-".repeat(width)} | ${"-".repeat(rest)} |
${tables.map((table) => row(`\`${table.name}\``, table.about)).join("\n")}

\`\`\`mermaid
erDiagram
${[...entities, ...relations].join("\n")}
\`\`\`
`;
}

function entity({ name, columns }: Table, foreign: Set<string>): string {
  const lines = columns.flatMap((column) => {
    const marks = [
      ...(column.isPrimary ? ["PK"] : []),
      ...(foreign.has(column.name) ? ["FK"] : []),
      ...(column.isUnique ? ["UK"] : []),
    ];
    const isTenant = everywhere.some((table) => column.name === `${table}_id`);
    const isShown =
      marks.length > 0 ? !isTenant || column.isPrimary || foreign.has(column.name) : telling.includes(column.name);
    return isShown ? [`    ${column.type} ${column.name} ${marks.join(", ")}`.trimEnd()] : [];
  });
  return `  ${name} {\n${lines.join("\n")}\n  }`;
}

function relation({ name, columns }: Table, { column, target }: Reference): string {
  const from = columns.find((one) => one.name === column);
  const isOnlyKey = from?.isPrimary && columns.filter((one) => one.isPrimary).length === 1;
  return `  ${name} ${isOnlyKey ? "|o" : "}o"}--${from?.isNullable ? "o|" : "||"} ${target} : ${column}`;
}

/** Rooms in the order of their migrations. The comment above a table and the one at the top of a file describe them. */
function roomsIn(dir: string): Room[] {
  const rooms = new Map<string, Room>();
  const files = readdirSync(dir).filter((file) => file.endsWith(".sql"));
  for (const file of files.sort()) {
    const text = readFileSync(path.join(dir, file), "utf8");
    const name = file.replace(/^\d+-|\.sql$/g, "");
    const [, head = ""] = /^((?:--.*\n)+)\n/.exec(text) ?? [];
    const room = rooms.get(name) ?? { name, files: [], about: firstSentence(head), tables: [] };
    rooms.set(name, room);
    room.files.push(file);
    for (const [, comment = "", table = ""] of text.matchAll(/((?:^--.*\n)*)^create table app\.(\w+)/gm)) {
      if (!comment) throw new Error(`${file}: the table ${table} has no comment that says what a row is.`);
      room.tables.push({ name: table, about: firstSentence(comment) });
    }
  }
  return [...rooms.values()];
}

/** The first sentence of an SQL comment, on one line. */
function firstSentence(comment: string): string {
  const text = comment
    .replaceAll(/^--\s*/gm, "")
    .trim()
    .replaceAll(/\s+/g, " ");
  return text.split(/(?<=\.) (?=[A-Z])/)[0]?.replaceAll("|", "\\|") ?? "";
}

async function tablesIn(url: string): Promise<Map<string, Table>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: columns } = await client.query<Column & { table: string }>(`
      select c.relname as table, a.attname as name, regexp_replace(t.typname, '^_(.*)', '\\1[]') as type, not a.attnotnull as "isNullable",
        exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as "isPrimary",
        exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and not i.indisprimary and a.attnum = any(i.indkey)) as "isUnique"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') order by c.relname, a.attnum`);
    const { rows: references } = await client.query<Reference & { table: string }>(`
      select c.relname as table, a.attname as column, target.relname as target
      from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class target on target.oid = f.confrelid
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
      where f.contype = 'f' and c.relnamespace = 'app'::regnamespace order by c.relname, a.attnum`);
    const tables = new Map<string, Table>();
    for (const { table: name, ...column } of columns) {
      const table = tables.get(name) ?? { name, columns: [], references: [] };
      tables.set(name, table);
      table.columns.push(column);
    }
    for (const { table, ...reference } of references) tables.get(table)?.references.push(reference);
    return tables;
  } finally {
    await client.end();
  }
}
