/** A made-up address. */
export type Place = {
  id: string;
  number: string | null;
  street: string;
  short: string;
  city: string;
  state: string;
  zipcode: string;
  country: "US" | "PR" | "CA";
};

const place = (
  number: string | null,
  street: string,
  short: string,
  city: string,
  state: string,
  zipcode: string,
  country: Place["country"] = "US",
): Place => ({
  id: `place-${`${number ?? ""}-${street}-${city}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
  number,
  street,
  short,
  city,
  state,
  zipcode,
  country,
});

export const places: Place[] = [
  place("12", "Main Street", "Main St", "Salem", "OR", "97301"),
  place("128", "Main Street", "Main St", "Austin", "TX", "78701"),
  place("1200", "Maine Avenue", "Maine Ave", "Portland", "ME", "04101"),
  place("14", "Market Street", "Market St", "San Francisco", "CA", "94105"),
  place("15", "Harbor Road", "Harbor Rd", "Newport", "RI", "02840"),
  place("16", "Orchard Lane", "Orchard Ln", "Hood River", "OR", "97031"),
  place("17", "Lakeview Terrace", "Lakeview Ter", "Madison", "WI", "53703"),
  place("18", "Mill Road", "Mill Rd", "Ithaca", "NY", "14850"),
  place("221", "Bakery Row", "Bakery Row", "Minneapolis", "MN", "55401"),
  place("350", "Fifth Avenue", "5th Ave", "New York", "NY", "10118"),
  place("4000", "Peachtree Road", "Peachtree Rd", "Atlanta", "GA", "30319"),
  place("77", "Saint Bartholomew Boulevard", "St Bartholomew Blvd", "New Orleans", "LA", "70112"),
  place("250", "Calle de la Fortaleza", "Calle de la Fortaleza", "San Juan", "PR", "00901", "PR"),
  place("9", "Avenida Ponce de León", "Av. Ponce de León", "San Juan", "PR", "00907", "PR"),
  place("100", "King Street West", "King St W", "Toronto", "ON", "M5X 1A9", "CA"),
  place(null, "Crossing of the Four Winds", "Crossing of the Four Winds", "Boise", "ID", "83702"),
];
