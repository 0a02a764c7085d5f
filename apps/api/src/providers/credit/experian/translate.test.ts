import { Secret } from "@inlay/contracts/secret.ts";
import { describe, expect, it } from "vitest";
import type { PersonToPull } from "../port.ts";
import { bestMatch, businessFrom, businessSearchFor, personalFrom, personQuestionFor } from "./translate.ts";

const asked: PersonToPull = {
  reference: "r",
  firstName: "José",
  middleName: null,
  lastName: "O'Neil-Peña",
  ssn: null,
  address: { line1: "12 Harbor Street", line2: "Apt 4", city: "Portland", state: "ME", postalCode: "04101-2233" },
};
const profile = (change: object = {}) => ({
  creditProfile: [
    {
      consumerIdentity: { name: [{ firstName: "JOSE", surname: "ONEILPENA", type: "N" }] },
      addressInformation: [{ streetPrefix: "12", streetName: "HARBOR ST", state: "ME", zipCode: "041012233" }],
      riskModel: [{ modelIndicator: "F", score: "0701" }],
      summaries: [{ summaryType: "Profile Summary", attributes: [{ id: "nowDelinquentDerog", value: "001" }] }],
      publicRecord: [
        {
          amount: "0000031000",
          courtName: "US BANKRUPTCY",
          filingDate: "02292024",
          status: "Bankruptcy Chapter 7 Discharged",
        },
        { amount: "UNKNOWN", filingDate: "03002021", status: "State Tax Lien" },
        { filingDate: "", status: "Civil Claim Judgment" },
      ],
      tradeline: [
        {
          subscriberName: "HARBOR CARD",
          accountType: "Credit Card",
          openDate: "05012019",
          openOrClosed: "O",
          balanceAmount: "0000001250",
          amountPastDue: "0000000090",
          evaluation: "N",
          derogCounter: "00",
        },
        { subscriberName: "QUARRY AUTO", openOrClosed: "C", balanceAmount: "" },
      ],
      inquiry: [{ date: "10152026", subscriberName: "TIDEWATER" }, { date: null }],
      ...change,
    },
  ],
});

describe("Experian personal file", () => {
  it("is translated into a report", () => {
    expect(personalFrom(profile(), asked)).toMatchInlineSnapshot(`
      {
        "outcome": "REPORT",
        "report": {
          "bankruptcyCount": 1,
          "derogatoryAccountsCount": 1,
          "ficoScore": 701,
          "inquiries": [
            {
              "by": "TIDEWATER",
              "on": "2026-10-15",
            },
          ],
          "nowDelinquentCount": 1,
          "publicRecords": [
            {
              "amountCents": 3100000,
              "court": "US BANKRUPTCY",
              "filedOn": "2024-02-29",
              "isOver": true,
              "kind": "BANKRUPTCY",
            },
            {
              "amountCents": null,
              "court": null,
              "filedOn": "2021-03-01",
              "isOver": false,
              "kind": "TAX_LIEN",
            },
            {
              "amountCents": null,
              "court": null,
              "filedOn": null,
              "isOver": false,
              "kind": "JUDGMENT",
            },
          ],
          "scoreFactors": [],
          "tradelines": [
            {
              "balanceCents": 125000,
              "isDerogatory": true,
              "isOpen": true,
              "kind": "Credit Card",
              "lender": "HARBOR CARD",
              "openedOn": "2019-05-01",
              "pastDueCents": 9000,
            },
            {
              "balanceCents": 0,
              "isDerogatory": false,
              "isOpen": false,
              "kind": "",
              "lender": "QUARRY AUTO",
              "openedOn": null,
              "pastDueCents": 0,
            },
          ],
          "wasDelinquentCount": 0,
        },
      }
    `);
  });

  it.each([
    ["frozen, in a statement", { statement: [{ statementText: "FILE FROZEN DUE TO STATE LEGISLATION" }] }, "LOCKED"],
    ["locked, in a message", { informationalMessage: [{ messageText: "CONSUMER FILE IS LOCKED" }] }, "LOCKED"],
    ["missing", { informationalMessage: [{ messageNumber: "07", messageText: "NO RECORD FOUND" }] }, "NO_HIT"],
    ["without a score", { riskModel: [] }, "THIN_FILE"],
    ["with a code instead of a score", { riskModel: [{ score: "9003" }] }, "THIN_FILE"],
    ["of another name", { consumerIdentity: { name: [{ surname: "OTHER" }] } }, "MISMATCH"],
    ["of no name", { consumerIdentity: null }, "MISMATCH"],
    ["of another house", { addressInformation: [{ streetPrefix: "14", zipCode: "04101" }] }, "MISMATCH"],
    ["of another town", { addressInformation: [{ streetPrefix: "12", zipCode: "90210" }] }, "MISMATCH"],
  ])("that is %s gets the matching outcome", (_, change, outcome) => {
    expect(personalFrom(profile(change), asked).outcome).toBe(outcome);
  });

  it("matches a name in two parts, and an address without a house number", () => {
    const two = { consumerIdentity: { name: [{ surname: "ONEIL", secondSurname: "PENA" }] } };
    expect(personalFrom(profile(two), asked).outcome).toBe("REPORT");
    const rural = { ...asked, address: { ...asked.address, line1: "Rural Route" } };
    expect(personalFrom(profile(), rural).outcome).toBe("REPORT");
  });

  it("with an unexpected format is rejected", () => {
    for (const answer of [null, {}, { creditProfile: [{ tradeline: "many" }] }])
      expect(() => personalFrom(answer, asked)).toThrow();
    expect(personalFrom({ creditProfile: [] }, asked)).toEqual({ outcome: "NO_HIT" });
  });
});

describe("Experian request", () => {
  it("contains the tax number only where it is known", () => {
    const terms = { subscriberCode: "2222222", purpose: "08", scoreModel: "F" };
    const { primaryApplicant } = personQuestionFor(asked, terms).consumerPii;
    expect(primaryApplicant).not.toHaveProperty("ssn");
    const known = personQuestionFor({ ...asked, ssn: new Secret("900000001") }, terms);
    expect(known.consumerPii.primaryApplicant).toMatchObject({ ssn: { ssn: "900000001" } });
    const business = { reference: "r", name: "Bakery", address: asked.address, phone: null, ein: null };
    expect(businessSearchFor(business, "1")).not.toHaveProperty("taxId");
  });
});

describe("Experian business file", () => {
  it("is the best match, if its confidence is high enough", () => {
    const found = (...codes: (number | null)[]) => ({
      success: true,
      results: codes.map((reliabilityCode, n) => ({ bin: `bin${n}`, reliabilityCode })),
    });
    expect(bestMatch(found(85, 99, 90))).toBe("bin1");
    expect(bestMatch(found(84, null))).toBeNull();
    expect(bestMatch({ success: false, results: null })).toBeNull();
  });

  it("is translated into a report", () => {
    const answer = {
      results: {
        businessHeader: {
          bin: "800914632",
          businessName: "HARBOR BAKERY LLC",
          phone: "+12075550123",
          address: { street: "12 HARBOR ST", city: "PORTLAND", state: "ME", zip: "04101" },
        },
        businessFacts: {
          fileEstablishedDate: "2019-02-01",
          yearsOnFile: 7,
          dateOfIncorporation: "01/31/2018",
          sicCodes: [{ code: "5461-01" }],
          naicsCodes: [{ code: 311811 }],
        },
        scoreInformation: { commercialScore: { score: 72 } },
        expandedCreditSummary: { monthlyAverageDbt: 4, currentDbt: null },
        taxLienDetail: [
          {
            dateFiled: "2025-03-04",
            legalType: "Federal tax",
            legalAction: "Filed",
            liabilityAmount: 1234.56,
            customerDisputeIndicator: true,
            taxLienDescription: "Federal tax lien",
            phone: "2075550100",
          },
        ],
        judgmentDetail: [{ legalAction: "Satisfied", plaintiffName: "COASTLINE" }],
        uccFilingsDetail: [null, { legalAction: "Terminated", collateralCodes: [{ definition: "All Assets" }] }],
        collectionsDetail: [{ amountPlacedForCollection: 380, dateClosed: "2025-01-01" }],
      },
    };
    expect(businessFrom(answer)).toMatchInlineSnapshot(`
      {
        "address": {
          "city": "PORTLAND",
          "line1": "12 HARBOR ST",
          "line2": null,
          "postalCode": "04101",
          "state": "ME",
        },
        "bankruptcies": [],
        "bureauId": "800914632",
        "businessType": null,
        "collections": [
          {
            "amountCents": 38000,
            "isOpen": false,
            "paidCents": 0,
            "placedOn": null,
          },
        ],
        "commercialScore": 72,
        "currentDbt": null,
        "fileEstablishedOn": "2019-02-01",
        "incorporatedOn": "2018-01-31",
        "judgments": [
          {
            "documentNumber": null,
            "filedOn": null,
            "filingLocation": null,
            "isDisputed": false,
            "isOver": true,
            "legalAction": "Satisfied",
            "legalType": "",
            "liabilityCents": null,
            "owner": null,
            "phone": null,
            "plaintiff": "COASTLINE",
          },
        ],
        "monthlyAverageDbt": 4,
        "naicsCodes": [
          "311811",
        ],
        "name": "HARBOR BAKERY LLC",
        "phone": "+12075550123",
        "sicCodes": [
          "546101",
        ],
        "taxLiens": [
          {
            "description": "Federal tax lien",
            "documentNumber": null,
            "filedOn": "2025-03-04",
            "filingLocation": null,
            "isDisputed": true,
            "isOver": false,
            "legalAction": "Filed",
            "legalType": "Federal tax",
            "liabilityCents": 123456,
            "owner": null,
            "phone": "2075550100",
          },
        ],
        "uccFilings": [
          {
            "collateral": [
              "All Assets",
            ],
            "documentNumber": null,
            "filedOn": null,
            "isBlanket": true,
            "isOver": true,
            "legalAction": "Terminated",
            "securedParty": null,
          },
        ],
        "yearsOnFile": 7,
      }
    `);
  });
});
