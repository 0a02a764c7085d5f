/** Escapes text for HTML. */
export const plain = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The layout of every sandbox page. */
export const page = (title: string, body: string, style = ""): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${plain(title)} · Inlay sandbox</title>
<style>
  :root { color-scheme: light; --ink: #1b2430; --quiet: #5b6675; --line: #e1e5ea; --ground: #f4f5f7; --accent: #1f5f8b; }
  * { box-sizing: border-box; }
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
  header { padding: 14px 20px; background: #fff; border-bottom: 1px solid var(--line); display: flex; gap: 20px; align-items: baseline; }
  header strong { font-size: 15px; } header a { font-size: 15px; }
  main { max-width: 860px; margin: 0 auto; padding: 28px 20px 60px; }
  h1 { font-size: 24px; line-height: 1.25; margin: 0 0 6px; } p.lead { color: var(--quiet); margin: 0 0 22px; }
  a { color: var(--accent); text-underline-offset: 3px; } a:focus-visible, input:focus-visible, button:focus-visible { outline: 3px solid #7db3da; outline-offset: 2px; border-radius: 4px; }
  ul.messages-list { list-style: none; margin: 0; padding: 0; background: #fff; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
  ul.messages-list li + li { border-top: 1px solid var(--line); }
  ul.messages-list a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 13px 18px; color: inherit; text-decoration: none; }
  ul.messages-list a:hover { background: #f9fafb; } ul.messages-list .subject { font-weight: 600; overflow-wrap: anywhere; }
  .quiet { color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; } time { white-space: nowrap; }
  .empty { background: #fff; border: 1px dashed #c6cdd6; border-radius: 10px; padding: 40px 20px; text-align: center; color: var(--quiet); }
  @media (max-width: 600px) { ul.messages-list a { grid-template-columns: 1fr; } }
  iframe { width: 100%; height: 620px; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
  h2 { font-size: 18px; margin: 34px 0 8px; } code { font-size: 14px; background: #e9ecf0; border-radius: 4px; padding: 1px 5px; overflow-wrap: anywhere; }
  table { width: 100%; border-collapse: collapse; background: #fff; border: 1px solid var(--line); font-size: 15px; }
  th:first-child { width: 34%; } th, td { text-align: left; vertical-align: top; overflow-wrap: anywhere; padding: 9px 14px; border-top: 1px solid var(--line); } th { font-size: 14px; color: var(--quiet); }
  form { display: flex; gap: 8px; margin: 0 0 18px; } input { flex: 1; min-width: 0; font: inherit; padding: 9px 12px; border: 1px solid #b9c1cb; border-radius: 8px; }
  button { font: inherit; padding: 9px 16px; border: 0; border-radius: 8px; background: var(--accent); color: #fff; cursor: pointer; }${style}
</style>
<header><strong>Inlay sandbox</strong><a href="/">Overview</a><a href="/inbox">Inbox</a></header>
<main>${body}</main>
</html>`;
