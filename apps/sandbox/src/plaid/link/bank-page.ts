import { plain } from "../../pages.ts";

type BankPage = {
  bank: string;
  bankId: string;
  colour: string;
  client: string;
  session: string;
  language: string;
  /** Where it leads back to; empty when it is a window that closes. */
  back: string;
};

/** The page of a bank that signs people in by itself. */
export const bankPage = ({
  bank,
  bankId,
  colour,
  client,
  session,
  language,
  back,
}: BankPage): string => `<!doctype html>
<html lang="${plain(language)}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${plain(bank)}</title>
  <link rel="stylesheet" href="/plaid/link/bank.css">
</head>
<body style="--colour: ${plain(colour)}" data-bank="${plain(bankId)}" data-session="${plain(session)}" data-back="${plain(back)}">
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
