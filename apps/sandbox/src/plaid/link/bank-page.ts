import { plain } from "../../pages.ts";

type BankPage = {
  bank: string;
  bankId: string;
  color: string;
  client: string;
  session: string;
  language: string;
  /** The URL to return to; empty when the page is a window that closes. */
  back: string;
};

/** The sign-in page of a bank with OAuth. */
export const bankPage = ({ bank, bankId, color, client, session, language, back }: BankPage): string => `<!doctype html>
<html lang="${plain(language)}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${plain(bank)}</title>
  <link rel="stylesheet" href="/plaid/link/bank.css">
</head>
<body style="--color: ${plain(color)}" data-bank="${plain(bankId)}" data-session="${plain(session)}" data-back="${plain(back)}">
  <div class="top" role="banner">${plain(bank)}</div>
  <main>
    <form novalidate>
      <h1 data-es="${plain(client)} quiere leer sus cuentas">${plain(client)} would like to read your accounts</h1>
      <p data-es="Inicie sesión para permitir que ${plain(client)} vea saldos, movimientos y números de cuenta.">Sign in to let ${plain(client)} see balances, transactions and account numbers.</p>
      <div role="alert"></div>
      <label for="user" data-es="Usuario">User ID</label>
      <input id="user" name="user" autocomplete="off" autocapitalize="none" spellcheck="false" value="user_oauth">
      <label for="password" data-es="Contraseña">Password</label>
      <input id="password" name="password" type="password" autocomplete="off" value="pass_good">
      <button class="allow" type="submit" data-es="Iniciar sesión y permitir">Sign in and allow</button>
      <button class="deny" type="button" data-es="Cancelar">Cancel</button>
    </form>
    <p class="quiet" hidden id="over" data-es="Ya puede cerrar esta ventana y volver.">You can close this window and go back.</p>
  </main>
  <script type="module" src="/plaid/link/bank.js"></script>
</body>
</html>
`;
