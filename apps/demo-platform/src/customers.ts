import { randomUUID } from "node:crypto";

/** A customer of Larkspur. All customers are fictional. */
export type Customer = {
  id: string;
  name: string;
  user: { id: string; email: string; firstName: string; lastName: string };
  /** Whether Larkspur knows that the user owns the business. A user who signs up states it later, in the portal. */
  isOwner: boolean;
  /** What Larkspur knows of the business, for a prequalification. Null if it is too little. */
  figures: Figures | null;
  invoices: Invoice[];
};
/** Averages are of the last six full months. */
export type Figures = {
  monthsOnPlatform: number;
  monthsInBusiness: number;
  averageMonthlySalesCents: number;
  averageMonthlyCardSalesCents: number;
  averageMonthlyInvoicesCents: number;
  averageMonthlyBillsCents: number;
  state: string;
  naicsCode: string;
  vertical: string;
};
export type Invoice = {
  number: string;
  to: string;
  dueOn: string;
  amountCents: number;
  status: "Paid" | "Due" | "Overdue";
};

const harborBakery: Customer = {
  id: "harbor-bakery",
  name: "Harbor Bakery",
  user: {
    id: "harbor-bakery-owner",
    email: "owner@harborbakery.example",
    firstName: "Rosa",
    lastName: "Marín",
  },
  isOwner: true,
  figures: {
    monthsOnPlatform: 26,
    monthsInBusiness: 94,
    averageMonthlySalesCents: 7_500_000,
    averageMonthlyCardSalesCents: 3_000_000,
    averageMonthlyInvoicesCents: 6_000_000,
    averageMonthlyBillsCents: 4_000_000,
    state: "OR",
    naicsCode: "311811",
    vertical: "Bakeries",
  },
  invoices: [
    { number: "HB-1042", to: "Quayside Hotel", dueOn: "2026-12-04", amountCents: 482_500, status: "Due" },
    { number: "HB-1041", to: "Three Gulls Café", dueOn: "2026-11-28", amountCents: 96_340, status: "Due" },
    { number: "HB-1040", to: "Pier 9 Catering", dueOn: "2026-11-03", amountCents: 218_000, status: "Overdue" },
    { number: "HB-1039", to: "Quayside Hotel", dueOn: "2026-11-01", amountCents: 475_120, status: "Paid" },
    { number: "HB-1038", to: "Lantern Street School", dueOn: "2026-10-24", amountCents: 61_200, status: "Paid" },
  ],
};

const northfieldPrint: Customer = {
  id: "northfield-print",
  name: "Northfield Print Works",
  user: {
    id: "northfield-print-owner",
    email: "dana@northfieldprint.example",
    firstName: "Dana",
    lastName: "Okafor",
  },
  isOwner: true,
  figures: null,
  invoices: [
    { number: "2026-311", to: "Alder & Finch Publishing", dueOn: "2026-12-11", amountCents: 1_264_000, status: "Due" },
    { number: "2026-310", to: "Wintergreen Festival", dueOn: "2026-11-20", amountCents: 388_750, status: "Due" },
    { number: "2026-309", to: "Bellweather Clinic", dueOn: "2026-10-30", amountCents: 74_900, status: "Paid" },
  ],
};

/** A customer with a very long name, to test the layout. */
const longName: Customer = {
  id: "saint-bartholomew",
  name: "The Saint Bartholomew and Upper Willamette Valley Cooperative Orchard Growers' Cold Storage Packing and Long-Distance Refrigerated Distribution Company of Northwestern Oregon",
  user: {
    id: "saint-bartholomew-owner",
    email: "theodora@saint-bartholomew-growers.example",
    firstName: "Theodora",
    lastName: "Featherstonehaugh",
  },
  isOwner: true,
  figures: null,
  invoices: [],
};

/** Customers whose applications `npm run dev` brings to different stages (scripts/demo-accounts.ts). */
const riverbendCycles: Customer = {
  id: "riverbend-cycles",
  name: "Riverbend Cycles",
  user: { id: "riverbend-cycles-owner", email: "priya@riverbend.example", firstName: "Priya", lastName: "Nair" },
  isOwner: true,
  figures: null,
  invoices: [
    { number: "RC-208", to: "City Couriers", dueOn: "2026-12-02", amountCents: 318_000, status: "Due" },
    { number: "RC-207", to: "Valley Bike Share", dueOn: "2026-11-05", amountCents: 942_600, status: "Paid" },
  ],
};

const marigoldCatering: Customer = {
  id: "marigold-catering",
  name: "Marigold Catering",
  user: { id: "marigold-catering-owner", email: "ines@marigold.example", firstName: "Inés", lastName: "Cardozo" },
  isOwner: true,
  figures: null,
  invoices: [
    { number: "M-0612", to: "Harbor Arts Center", dueOn: "2026-12-09", amountCents: 564_000, status: "Due" },
    { number: "M-0611", to: "Bellweather Clinic", dueOn: "2026-11-02", amountCents: 127_450, status: "Overdue" },
  ],
};

const copperKettle: Customer = {
  id: "copper-kettle",
  name: "Copper Kettle Roasters",
  user: { id: "copper-kettle-owner", email: "jonah@copperkettle.example", firstName: "Jonah", lastName: "Reyes" },
  isOwner: true,
  figures: null,
  invoices: [
    { number: "CK-3310", to: "Three Gulls Café", dueOn: "2026-12-01", amountCents: 204_900, status: "Due" },
    { number: "CK-3309", to: "Quayside Hotel", dueOn: "2026-11-26", amountCents: 688_000, status: "Due" },
    { number: "CK-3308", to: "Lantern Street School", dueOn: "2026-11-04", amountCents: 83_200, status: "Paid" },
  ],
};

const tallPines: Customer = {
  id: "tall-pines",
  name: "Tall Pines Landscaping",
  user: { id: "tall-pines-owner", email: "walt@tallpines.example", firstName: "Walt", lastName: "Lindgren" },
  isOwner: true,
  figures: null,
  invoices: [
    { number: "TP-77", to: "Cedar Court Homes", dueOn: "2026-11-30", amountCents: 1_420_000, status: "Due" },
    { number: "TP-76", to: "City of Hood River", dueOn: "2026-10-28", amountCents: 2_365_000, status: "Paid" },
  ],
};

const blueDoorDiner: Customer = {
  id: "blue-door-diner",
  name: "Blue Door Diner",
  user: { id: "blue-door-diner-owner", email: "mae@bluedoor.example", firstName: "Mae", lastName: "Whitlock" },
  isOwner: true,
  figures: null,
  invoices: [{ number: "BD-19", to: "Pier 9 Catering", dueOn: "2026-11-25", amountCents: 46_300, status: "Due" }],
};

const lanternBooks: Customer = {
  id: "lantern-books",
  name: "Lantern Street Books",
  user: { id: "lantern-books-owner", email: "amara@lanternbooks.example", firstName: "Amara", lastName: "Diallo" },
  isOwner: true,
  figures: null,
  invoices: [
    { number: "LB-540", to: "Lantern Street School", dueOn: "2026-12-07", amountCents: 331_500, status: "Due" },
    { number: "LB-539", to: "Wintergreen Festival", dueOn: "2026-11-06", amountCents: 112_000, status: "Paid" },
  ],
};

const quarryBrewing: Customer = {
  id: "quarry-brewing",
  name: "Quarry Road Brewing",
  user: { id: "quarry-brewing-owner", email: "sofie@quarryroad.example", firstName: "Sofie", lastName: "Brandt" },
  isOwner: true,
  figures: null,
  invoices: [
    { number: "QR-1187", to: "Quayside Hotel", dueOn: "2026-12-03", amountCents: 729_000, status: "Due" },
    { number: "QR-1186", to: "Pier 9 Catering", dueOn: "2026-11-10", amountCents: 254_400, status: "Paid" },
  ],
};

/** The accounts that exist when the server starts. */
export const accounts: [Customer, ...Customer[]] = [
  harborBakery,
  northfieldPrint,
  riverbendCycles,
  marigoldCatering,
  copperKettle,
  lanternBooks,
  quarryBrewing,
  tallPines,
  blueDoorDiner,
  longName,
];

export const customers: [Customer, ...Customer[]] = [...accounts];

export type SignUp = { name: string; firstName: string; lastName: string; email: string };

/** Creates a customer in memory. It is lost when the server stops. */
export function signUp({ name, ...person }: SignUp): Customer {
  const id = randomUUID();
  const customer = { id, name, user: { id: `${id}-user`, ...person }, isOwner: false, figures: null, invoices: [] };
  customers.push(customer);
  return customer;
}
