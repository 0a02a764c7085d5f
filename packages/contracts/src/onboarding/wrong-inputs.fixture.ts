import type { BuiltStep } from "./steps.ts";

const address = {
  addressLineOne: "12 Main St",
  addressLineTwo: "",
  city: "Salem",
  state: "OR",
  zipcode: "97301",
  country: "United States",
};

/** An answer to each step that nothing is wrong with. */
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
} satisfies Record<BuiltStep, object>;

export type WrongInput = { field: string; value: unknown; sentence: string };
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

/** Every sentence that a step can say about a field, each with one answer that earns it. Held against shape, server and screen. */
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
};
