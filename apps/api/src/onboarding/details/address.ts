type Given = {
  addressLineOne: string;
  addressLineTwo?: string | undefined;
  city: string;
  state: string;
  zipcode: string;
  country: string;
  verified?: boolean | undefined;
};

/** An address as it is stored: every part present, an absent one null. */
export const addressColumns = ({ addressLineOne, addressLineTwo, city, state, zipcode, country, verified }: Given) => ({
  address: JSON.stringify({ addressLineOne, addressLineTwo: addressLineTwo || null, city, state, zipcode, country }),
  address_verified: verified ?? false,
});
