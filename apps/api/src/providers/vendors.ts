import { type Addresses, type VendorConfig, valuesAt } from "../environment.ts";
import { railz } from "./accounting/railz/config.ts";
import { places } from "./address-suggest/places/config.ts";
import { plaid } from "./bank-linking/plaid/config.ts";
import { middesk } from "./business-verification/middesk/config.ts";
import { experian } from "./credit/experian/config.ts";
import { pandaDoc } from "./e-sign/pandadoc/config.ts";
import { smtp } from "./email/smtp/config.ts";
import { s3 } from "./files/s3/config.ts";
import { persona } from "./identity/persona/config.ts";
import { kms } from "./key-vault/kms/config.ts";
import { localVault } from "./key-vault/local/config.ts";
import { clamd } from "./malware-scanner/clamd/config.ts";
import { sandbox } from "./outside-time/sandbox/config.ts";
import { modernTreasury } from "./payments/modern-treasury/config.ts";
import { listFile } from "./sanctions/list-file/config.ts";
import { twilio } from "./sms/twilio/config.ts";
import { zendesk } from "./support/zendesk/config.ts";

/** Every vendor's configuration. Each is declared beside its adapter. */
export const vendors = [
  localVault,
  kms,
  sandbox,
  smtp,
  places,
  plaid,
  modernTreasury,
  s3,
  clamd,
  experian,
  middesk,
  listFile,
  persona,
  railz,
  twilio,
  pandaDoc,
  zendesk,
];

type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What the server reads. */
export const vendorVariables = Object.assign({}, ...vendors.map(({ variables }) => variables)) as Merged<
  (typeof vendors)[number]["variables"]
>;

/** The environment of servers and a sandbox at these addresses. What is left out keeps its default. */
export const sandboxEnvironment = (at: Partial<Addresses>): Record<string, string> =>
  Object.assign(
    {},
    ...vendors.map((vendor: VendorConfig) => valuesAt({ ...vendor.variables, ...vendor.sandboxVariables }, at)),
  );
