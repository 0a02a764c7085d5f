import type { AnswerableInput } from "./additional-inputs.ts";
import type { BuiltStep } from "./steps.ts";

const address = {
  addressLineOne: "12 Main St",
  addressLineTwo: "",
  city: "Salem",
  state: "OR",
  zipcode: "97301",
  country: "United States",
};

/** A valid consent of a co-owner, and the first part of the primary owner's. */
export const rightConsent = { agreeToTermsAndPrivacyPolicy: true, agreeToSoftPull: true };

/** A valid answer to each step. */
export const rightAnswers = {
  START_FLOW: {
    creditScoreGreaterThan: true,
    businessesGreaterThan: true,
    averageBusinessesCashBalanceGreaterThan: true,
  },
  SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] },
  COLLECT_PERSONAL_DETAILS: {
    primaryBusinessOwnerFirstName: "Rosa",
    primaryBusinessOwnerLastName: "Marín",
    primaryBusinessOwnerEmail: "rosa@harbor.test",
    phoneNumber: "+1 (503) 555-0134",
    ...address,
  },
  COLLECT_BUSINESS_DETAILS: {
    businessName: "Harbor Bakery",
    phoneNumber: "+1 (503) 555-0135",
    website: "harbor.test",
    ...address,
  },
  COLLECT_PLAID: {},
  COLLECT_BANK_STATEMENTS: { files: [{ fileUrl: "https://example.com/statement", fileName: "october.pdf" }] },
  COLLECT_BANK_INFO: {
    accountNumber: "000123456789",
    routingNumber: "021000021",
    name: "First Calm Bank",
    accountType: "depository",
    accountSubtype: "checking",
    achAuthorized: true,
  },
  COLLECT_RAILZ: {
    entityType: "CORPORATE_TAX",
    tin: "12-3456789",
    accountantFirstName: "Nora",
    accountantLastName: "Quist",
    accountantEmail: "nora@quist.test",
  },
  COLLECT_BUSINESS_TAX: {
    entityType: "CORPORATE_TAX",
    tin: "12-3456789",
    taxReturnFiles: [{ fileUrl: "https://example.com/return", fileName: "2025.pdf" }],
  },
  COLLECT_EXISTING_DEBT: {
    debts: [
      {
        description: "Oven lease",
        monthlyPaymentInCents: 45_000,
        outstandingBalanceCents: 1_200_000,
        interestRate: 8.25,
        monthsRemaining: 30,
      },
    ],
  },
  COLLECT_REFINANCE_OPTIONS: { refinanceOptions: [] },
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: { ownershipPercentage: 40 },
  COLLECT_CONSENT: {
    ...rightConsent,
    amountRequestedCents: 4_000_000,
    useOfFunds: "OTHER",
    useOfFundsOther: "A second oven",
    grossAnnualRevenueCents: 62_500_000,
    stateManagedFrom: "OR",
    businessOwnersAreUsResidents: true,
    businessPurposeOnly: true,
  },
} satisfies Record<BuiltStep, object>;

/** Dots in `field` separate the parts of a path. */
export type WrongInput = { field: string; value: unknown; sentence: string };
export const pathOf = (field: string): (string | number)[] =>
  field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** The answer with one invalid field. */
export function withWrong(answer: object, { field, value }: Pick<WrongInput, "field" | "value">): object {
  const changed = structuredClone(answer);
  const path = pathOf(field);
  const inner = path.slice(0, -1).reduce<object>((at, part) => Reflect.get(at, part) as object, changed);
  Reflect.set(inner, path.at(-1) ?? "", value);
  return changed;
}
const wrong = (field: string, value: unknown, sentence: string): WrongInput => ({ field, value, sentence });

const wrongAddresses = [
  wrong("addressLineOne", "", "Address line 1 is required"),
  wrong("addressLineOne", "P.O. Box 12", "Address cannot be a PO Box"),
  wrong("addressLineTwo", "PO Box 12", "Address cannot be a PO Box"),
  wrong("city", " ", "City is required"),
  wrong("state", "", "State is requried"),
  wrong("country", "", "Country is required"),
  wrong("country", "Canada", "Sorry, we do not serve your region at this time."),
  wrong("zipcode", "", "Zip code is required"),
  wrong("zipcode", "9730", "Zip code must be 5 digits"),
];

const wrongTax = [
  wrong("entityType", undefined, "Please select at least one option"),
  wrong("tin", "", "EIN is required"),
  wrong("tin", "12-345", "Please enter a full EIN"),
  wrong("tin", "07-3456789", "EIN is not valid"),
  wrong("ssn", "", "SSN is required"),
  wrong("ssn", "900-00", "Please enter a full SSN"),
];

const wrongPercentages = [
  wrong("ownershipPercentage", "", "Ownership percentage is required"),
  wrong("ownershipPercentage", "a third", "Please enter a number"),
  wrong("ownershipPercentage", "19.99", "Must be at least 20"),
  wrong("ownershipPercentage", "100.01", "Must be at most 100"),
  wrong("ownershipPercentage", "33.333", "Please use at most 2 decimals"),
];

/** Errors of the consent itself, which a co-owner gives too. */
export const wrongConsents = [
  wrong("agreeToTermsAndPrivacyPolicy", false, "Required"),
  wrong("agreeToSoftPull", false, "Required"),
];

/** Every error message of every step's fields, each with an input that causes it. Shape, server and screen are tested with it. */
export const wrongInputs: Record<BuiltStep, WrongInput[]> = {
  START_FLOW: [
    wrong("creditScoreGreaterThan", undefined, "Credit Score Range is required"),
    wrong("businessesGreaterThan", undefined, "Minimum Business Age is required"),
    wrong("averageBusinessesCashBalanceGreaterThan", undefined, "Businesses Cash Balance is required"),
  ],
  SELECT_PRODUCTS: [wrong("selectedProducts", [], "Must select an option")],
  COLLECT_PERSONAL_DETAILS: [
    wrong("primaryBusinessOwnerFirstName", "", "First name is required"),
    wrong("primaryBusinessOwnerLastName", " ", "Last name is required"),
    wrong("primaryBusinessOwnerEmail", "", "Email is required"),
    wrong("primaryBusinessOwnerEmail", "rosa@", "Please enter a valid email"),
    wrong("phoneNumber", "", "Phone number is required"),
    wrong("phoneNumber", "+1 (234) 5", "Must be a valid USA phone number"),
    ...wrongAddresses,
  ],
  COLLECT_BUSINESS_DETAILS: [
    wrong("businessName", "", "Business name is required"),
    wrong(
      "businessName",
      "Harbor & Sons",
      "Business name can only contain alphanumeric characters, spaces, hyphens, apostrophes, periods, and diacritics",
    ),
    wrong("phoneNumber", "", "Business phone number is required"),
    wrong("phoneNumber", "+1 (234) 5", "Must be a valid USA phone number"),
    wrong("website", "", "Website is required"),
    wrong("website", "rosas bakery", "Must be a valid url"),
    ...wrongAddresses,
  ],
  COLLECT_PLAID: [],
  COLLECT_BANK_STATEMENTS: [wrong("files", [], "Please upload a file")],
  COLLECT_BANK_INFO: [
    wrong("accountNumber", "", "Account number is required"),
    wrong("accountNumber", "12A4", "Account number must only contain digits"),
    wrong("accountNumber", "1".repeat(26), "Account number can have at most 25 digits"),
    wrong("routingNumber", "", "Routing number is required"),
    wrong("routingNumber", "12345678", "Routing number must be 9 digits"),
    wrong("routingNumber", "02100002A", "Routing number must be 9 digits"),
    wrong("routingNumber", "021000022", "Routing number is not valid"),
    wrong("name", "", "Bank name is required"),
  ],
  COLLECT_RAILZ: [
    ...wrongTax,
    wrong("accountantFirstName", "", "First name is required"),
    wrong("accountantLastName", " ", "Last name is required"),
    wrong("accountantEmail", "", "Email is required"),
    wrong("accountantEmail", "nora@", "Please enter a valid email"),
  ],
  COLLECT_BUSINESS_TAX: [...wrongTax, wrong("taxReturnFiles", [], "Please upload a file")],
  COLLECT_EXISTING_DEBT: [
    wrong("debts.0.description", " ", "Description is required"),
    wrong("debts.0.monthlyPaymentInCents", null, "Monthly payment is required"),
    wrong("debts.0.monthlyPaymentInCents", 99, "Must be greater than 1"),
    wrong("debts.0.monthlyPaymentInCents", 100_000_001, "Number is too large"),
    wrong("debts.0.outstandingBalanceCents", null, "Remaining balance is required"),
    wrong("debts.0.outstandingBalanceCents", 99, "Must be greater than 1"),
    wrong("debts.0.outstandingBalanceCents", 100_000_000_001, "Number is too large"),
    wrong("debts.0.interestRate", "", "Interest rate is required"),
    wrong("debts.0.interestRate", "eight", "Please enter a number"),
    wrong("debts.0.interestRate", "70.01", "Number is too large"),
    wrong("debts.0.interestRate", "8.255", "Please use at most 2 decimals"),
    wrong("debts.0.interestRate", "-1", "Must be 0 or more"),
    wrong("debts.0.monthsRemaining", "", "Months remaining is required"),
    wrong("debts.0.monthsRemaining", "two", "Please enter a number"),
    wrong("debts.0.monthsRemaining", "2.5", "Must be a whole number"),
    wrong("debts.0.monthsRemaining", "-1", "Must be 0 or more"),
    wrong("debts.0.monthsRemaining", "601", "Number is too large"),
  ],
  COLLECT_REFINANCE_OPTIONS: [],
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: wrongPercentages,
  COLLECT_CONSENT: [
    ...wrongConsents,
    wrong("amountRequestedCents", null, "Amount requested is required"),
    wrong("amountRequestedCents", 49_999, "Must be at least $500"),
    wrong("amountRequestedCents", 50_000_001, "Must be at most $500,000"),
    wrong("amountRequestedCents", "a lot", "Please enter a number"),
    wrong("useOfFunds", undefined, "Must select an option"),
    wrong("useOfFundsOther", " ", "Please say what the money is for"),
    wrong("useOfFundsOther", "x".repeat(201), "Please use at most 200 characters"),
    wrong(
      "useOfFundsOther",
      "Oven, EIN 12-3456789",
      "Please leave out tax and account numbers. If we need one, we ask for it on a secure page.",
    ),
    wrong("grossAnnualRevenueCents", null, "Gross annual revenue is required"),
    wrong("grossAnnualRevenueCents", -1, "Must be 0 or more"),
    wrong("grossAnnualRevenueCents", 100_000_000_001, "Number is too large"),
    wrong("stateManagedFrom", undefined, "State is required"),
    wrong("businessOwnersAreUsResidents", undefined, "Must select an option"),
    wrong("businessPurposeOnly", false, "Required"),
  ],
};

/** Errors that only the form has: both account numbers are typed twice. */
export const rightBankForm = {
  name: rightAnswers.COLLECT_BANK_INFO.name,
  routingNumber: rightAnswers.COLLECT_BANK_INFO.routingNumber,
  confirmRoutingNumber: rightAnswers.COLLECT_BANK_INFO.routingNumber,
  accountNumber: rightAnswers.COLLECT_BANK_INFO.accountNumber,
  confirmAccountNumber: rightAnswers.COLLECT_BANK_INFO.accountNumber,
};
export const wrongBankForms: WrongInput[] = [
  wrong("confirmAccountNumber", "000123456780", "Account numbers must match"),
  wrong("confirmRoutingNumber", "011401533", "Routing numbers must match"),
];

/** Roles and the survey have their own calls. */
export const rightRoles = { userRoles: ["PRIMARY_OWNER"] };
export const wrongRoles: WrongInput[] = [wrong("userRoles", [], "Must select an option")];
export const rightSurvey = { reasonForApplying: "TO_GROW_YOUR_BUSINESS" };
export const wrongSurveys: WrongInput[] = [
  wrong("reasonForApplying", null, "Please provide an answer by selecting an option or entering a response"),
];

/** A valid co-owner beside the primary owner above. Co-owners have their own call. */
export const rightCoOwner = {
  firstName: "Rosa",
  lastName: "Ortega",
  email: "ortega@harbor.test",
  phoneNumber: "+1 (503) 555-0137",
};
export const takenCoOwnerEmail = "taken@harbor.test";

export const wrongCoOwners: WrongInput[] = [
  wrong("firstName", "", "Please enter the first name"),
  wrong("lastName", " ", "Please enter the last name"),
  wrong("lastName", "MARÍN", "Cannot match exisiting owner name"),
  wrong("email", "", "Please enter the email"),
  wrong("email", "ortega@", "Please enter a valid email"),
  wrong("email", "Taken@harbor.test", "Owner with email already exists"),
  wrong("email", "ROSA@harbor.test", "Cannot match existing owner email"),
  wrong("phoneNumber", "+1 (234) 5", "Phone number is not a valid USA number"),
];

/** The form of a co-owner, beside a primary owner of 40% and another co-owner of 20%. */
export const rightCoOwnerV2 = { ...rightCoOwner, ownershipPercentage: "40" };
export const takenPercentages = {
  primary: rightAnswers.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS.ownershipPercentage,
  other: 20,
};
export const wrongCoOwnersV2: WrongInput[] = [...wrongCoOwners, ...wrongPercentages];
/** Errors that only the form has: it knows what the primary owner has typed, and the server asks for that again. */
export const wrongCoOwnerForms: WrongInput[] = [
  ...wrongCoOwnersV2,
  wrong("ownershipPercentage", "40.01", "Ownership percentages cannot add up to more than 100"),
];

const { website: _, ...businessWithoutWebsite } = rightAnswers.COLLECT_BUSINESS_DETAILS;
const documents = { files: [{ fileUrl: "https://example.com/paper", fileName: "paper.pdf" }] };

/** A valid answer to each additional input. */
export const rightInputs = {
  VERIFY_USER_IDENTITY_INFORMATION: {
    personalStepPayload: rightAnswers.COLLECT_PERSONAL_DETAILS,
    ssn: "900-00-0001",
  },
  VERIFY_BUSINESS_INFORMATION: { businessStepPayload: { ...businessWithoutWebsite, tin: "99-0000001" } },
  VERIFY_BUSINESS_TAX_ID: { entityType: "CORPORATE_TAX", hasPrimaryOwnerSsn: false, tin: "99-0000001" },
  VERIFY_CREDIT_REPORT_UNLOCKED: {},
  RECOLLECT_PLAID: {},
  UPDATE_PRIMARY_BANK_ACCOUNT: { primaryBankAccountId: "0199a2f0-0000-7000-8000-000000000001", achAuthorized: true },
  RECOLLECT_BANK_INFO: rightAnswers.COLLECT_BANK_INFO,
  RECOLLECT_BANK_STATEMENTS: documents,
  RECOLLECT_RAILZ: {
    accountantFirstName: "Nora",
    accountantLastName: "Quist",
    accountantEmail: "nora@quist.test",
  },
  RECOLLECT_TAX_RETURNS: documents,
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: rightAnswers.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS,
  ADDITIONAL_DOCUMENTS_UPLOAD: documents,
} satisfies Record<AnswerableInput, object>;

const inside = (field: string, rows: readonly WrongInput[]) =>
  rows.map((row) => ({ ...row, field: `${field}.${row.field}` }));
const noDocument = [wrong("files", [], "Please upload a file")];

export const wrongAdditionalInputs: Record<AnswerableInput, WrongInput[]> = {
  VERIFY_USER_IDENTITY_INFORMATION: [
    ...inside("personalStepPayload", wrongInputs.COLLECT_PERSONAL_DETAILS),
    wrong("ssn", "", "SSN is required"),
    wrong("ssn", "900-00", "Please enter a full SSN"),
  ],
  VERIFY_BUSINESS_INFORMATION: inside("businessStepPayload", [
    ...wrongInputs.COLLECT_BUSINESS_DETAILS.filter(({ field }) => field !== "website"),
    wrong("tin", "", "EIN is required"),
    wrong("tin", "12-345", "Please enter a full EIN"),
    wrong("tin", "07-3456789", "EIN is not valid"),
  ]),
  VERIFY_BUSINESS_TAX_ID: wrongTax,
  VERIFY_CREDIT_REPORT_UNLOCKED: [],
  RECOLLECT_PLAID: [],
  UPDATE_PRIMARY_BANK_ACCOUNT: [wrong("primaryBankAccountId", undefined, "Please select an account")],
  RECOLLECT_BANK_INFO: wrongInputs.COLLECT_BANK_INFO,
  RECOLLECT_BANK_STATEMENTS: noDocument,
  RECOLLECT_RAILZ: wrongInputs.COLLECT_RAILZ.filter(({ field }) => field.startsWith("accountant")),
  RECOLLECT_TAX_RETURNS: noDocument,
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: wrongInputs.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS,
  ADDITIONAL_DOCUMENTS_UPLOAD: noDocument,
};

/** A co-owner's valid personal details. */
export const rightCoOwnerPerson = {
  secondaryOwnerFirstName: "Luis",
  secondaryOwnerLastName: "Ortega",
  secondaryOwnerEmail: "luis@harbor.test",
  secondaryOwnerPhoneNumber: "+1 (503) 555-0136",
  ...address,
};

/** The same messages as for the primary owner, on the co-owner's fields. */
export const wrongCoOwnerPersons: WrongInput[] = [
  wrong("secondaryOwnerFirstName", "", "First name is required"),
  wrong("secondaryOwnerLastName", " ", "Last name is required"),
  wrong("secondaryOwnerEmail", "", "Email is required"),
  wrong("secondaryOwnerEmail", "luis@", "Please enter a valid email"),
  wrong("secondaryOwnerPhoneNumber", "", "Phone number is required"),
  wrong("secondaryOwnerPhoneNumber", "+1 (234) 5", "Must be a valid USA phone number"),
  ...wrongAddresses,
];

export const rightCoOwnerIdentity = { personalStepPayload: rightCoOwnerPerson, ssn: "900-00-0001" };
export const wrongCoOwnerIdentities: WrongInput[] = [
  ...inside("personalStepPayload", wrongCoOwnerPersons),
  ...wrongAdditionalInputs.VERIFY_USER_IDENTITY_INFORMATION.filter(({ field }) => field === "ssn"),
];
