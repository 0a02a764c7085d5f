import type { Config } from "./config.ts";
import type { Providers } from "./context.ts";
import { railzAccounting } from "./providers/accounting/railz/adapter.ts";
import { placesSuggest } from "./providers/address-suggest/places/adapter.ts";
import { plaidLinking } from "./providers/bank-linking/plaid/adapter.ts";
import { middeskVerification } from "./providers/business-verification/middesk/adapter.ts";
import { experianCredit } from "./providers/credit/experian/adapter.ts";
import { typstRenderer } from "./providers/document-renderer/typst/adapter.ts";
import { pandaDocSigning } from "./providers/e-sign/pandadoc/adapter.ts";
import { smtpEmail } from "./providers/email/smtp/adapter.ts";
import { s3Files } from "./providers/files/s3/adapter.ts";
import { personaIdentity } from "./providers/identity/persona/adapter.ts";
import { unpdfReader } from "./providers/invoice-reader/unpdf/adapter.ts";
import { kmsKeyVault } from "./providers/key-vault/kms/adapter.ts";
import type { KmsSettings } from "./providers/key-vault/kms/config.ts";
import { localKeyVault } from "./providers/key-vault/local/adapter.ts";
import type { KeyVault } from "./providers/key-vault/port.ts";
import { clamdScanner } from "./providers/malware-scanner/clamd/adapter.ts";
import { sandboxTime } from "./providers/outside-time/sandbox/adapter.ts";
import { modernTreasuryPayments } from "./providers/payments/modern-treasury/adapter.ts";
import { listFileSanctions } from "./providers/sanctions/list-file/adapter.ts";
import { twilioSms } from "./providers/sms/twilio/adapter.ts";
import { zendeskSupport } from "./providers/support/zendesk/adapter.ts";

/** The key vault alone, for who manages its keys. */
export const keyVaultFrom = (config: KmsSettings & Pick<Config, "KEY_VAULT_VENDOR" | "KEY_VAULT_FILE">): KeyVault =>
  config.KEY_VAULT_VENDOR === "kms" ? kmsKeyVault(config) : localKeyVault(config.KEY_VAULT_FILE ?? "");

/** The vendor adapter for each job. No other code selects an adapter. */
export const providersFrom = (config: Config): Providers => ({
  keyVault: keyVaultFrom(config),
  addresses: placesSuggest(config),
  payments: modernTreasuryPayments(config),
  bankLinking: plaidLinking(config),
  credit: experianCredit(config),
  businessVerification: middeskVerification(config),
  sanctions: listFileSanctions(config.SANCTIONS_LIST_FILE),
  files: s3Files(config),
  malwareScanner: clamdScanner(config),
  invoiceReader: unpdfReader(),
  identity: personaIdentity(config),
  accounting: railzAccounting(config),
  email: smtpEmail(config.SMTP_URL),
  sms: twilioSms(config),
  support: zendeskSupport(config),
  renderer: typstRenderer(),
  eSign: pandaDocSigning(config),
});

/** The sandbox follows the business clocks. Null in production, where vendors use real time. */
export const outsideTimeFrom = (config: Config) => (config.isProduction ? null : sandboxTime(config.SANDBOX_URL));
