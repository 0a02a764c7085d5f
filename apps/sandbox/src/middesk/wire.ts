import { addMonths, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type BusinessScenario, businesses } from "./scenarios.ts";

/** A submitted business. Its EIN selected the scenario and is not stored. */
export type StoredBusiness = {
  id: string;
  externalId: string | null;
  uniqueExternalId: string | null;
  name: string;
  address: { address_line1?: string; address_line2?: string; city?: string; state?: string; postal_code?: string };
  hasTin: boolean;
  scenario: string;
  status: "pending" | "in_review";
  createdAt: string;
  updatedAt: string;
};

/** A business in the vendor's format: without results while it is pending, then with all results. */
export function businessOnWire(business: StoredBusiness) {
  const { id, externalId, uniqueExternalId, name, status, createdAt, updatedAt } = business;
  const head = {
    object: "business",
    id,
    external_id: externalId,
    unique_external_id: uniqueExternalId,
    name,
    status,
    created_at: createdAt,
    updated_at: updatedAt,
    tags: [],
  };
  const scenario = businesses[business.scenario];
  if (status === "pending" || !scenario) return { ...head, review: null, tin: null, registrations: [] };
  return { ...head, ...resultsOf(business, scenario) };
}

function resultsOf({ id, name, address, hasTin, updatedAt }: StoredBusiness, scenario: BusinessScenario) {
  const state = address.state ?? "DE";
  const today = dateAt(new Date(updatedAt));
  const fullAddress = [address.address_line1, address.city, `${state} ${address.postal_code ?? ""}`].join(", ");
  const isKnown = scenario.registrations.length > 0;
  const task = (category: string, key: string, isGood: boolean) => ({
    object: "review_task",
    category,
    key,
    status: isGood ? "success" : "failure",
  });
  const officers = [
    { name: "Robin Calloway", roles: ["President"] },
    ...(scenario.members ?? []).map((member) => ({ name: member, roles: ["Managing Member"] })),
  ];
  return {
    review: {
      object: "review",
      id: `${id}-review`,
      completed_at: null,
      tasks: [
        task("name", "name", isKnown),
        task("address", "address_verification", isKnown),
        task(
          "sos",
          "sos_active",
          scenario.registrations.some(({ status }) => status === "active"),
        ),
        task("tin", "tin", hasTin && scenario.tin === "matched"),
      ],
    },
    tin: hasTin
      ? {
          object: "tin",
          id: `${id}-tin`,
          name,
          tin: null,
          mismatch: scenario.tin === "mismatched",
          unknown: scenario.tin === "unknown",
          verified_at: scenario.tin === "unknown" ? null : updatedAt,
        }
      : null,
    formation: isKnown ? { entity_type: "LLC", formation_date: addMonths(today, -74), formation_state: state } : null,
    names: [{ object: "name", name, submitted: true }],
    addresses: [
      { object: "address", ...address, full_address: fullAddress, submitted: true },
      ...(isKnown ? [{ object: "address", full_address: fullAddress.toUpperCase(), submitted: false }] : []),
    ],
    people: isKnown
      ? officers.map(({ name: who, roles }) => ({
          object: "person",
          name: who,
          titles: roles.map((title) => ({ object: "person_title", title })),
        }))
      : [],
    registrations: scenario.registrations.map(({ isHome, status, subStatus }) => ({
      object: "registration",
      business_id: id,
      name: name.toUpperCase(),
      status,
      sub_status: subStatus,
      jurisdiction: isHome ? "DOMESTIC" : "FOREIGN",
      state: isHome ? state : state === "NV" ? "OR" : "NV",
      entity_type: "LLC",
      file_number: "L24018833",
      addresses: [fullAddress],
      officers,
      registration_date: addMonths(today, isHome ? -74 : -30),
    })),
    industry_classification: {
      object: "industry_classification",
      status: "completed",
      categories: [
        {
          name: "Bakeries",
          sector: "Food",
          score: 0.94,
          high_risk: false,
          naics_codes: ["311811"],
          sic_codes: ["5461"],
        },
      ],
    },
    liens: (scenario.liens ?? []).map(({ type, securedParty, isOpen }, n) => ({
      object: "lien",
      type,
      status: isOpen ? "open" : "closed",
      state,
      file_number: `U-${n + 1}`,
      filing_date: addMonths(today, -20 - n),
      lapse_date: isOpen ? addMonths(today, 40 - n) : addMonths(today, -1),
      secured_parties: [{ name: securedParty }],
    })),
    bankruptcies: Array.from({ length: scenario.bankruptcies ?? 0 }, (_, n) => ({
      object: "bankruptcy",
      case_number: `24-1000${n}`,
      chapter: "11",
      filed_date: addMonths(today, -22),
    })),
  };
}
