import { describe, expect, it } from "vitest";
import { readList } from "./read-list.ts";

const sdn = [
  '36,"AEROVELD AIRWAYS",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '173,"ZARELLI, Gino ""The Boat""","individual","SDGT] [IRAN","Director",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 02 Mar 1961; POB Tarnograd, Nowhere."',
  '306,"SEA LARK","vessel","CUBA",-0- ,"H4QW","Cargo","2000","1500","Nowhere","AEROVELD",-0- ',
].join("\r\n");
const alt = ['36,12,"aka","AERO-VELD",-0- ', '173,14,"fka","SARELLI, Gino",-0- ', '999,15,"aka","NOBODY",-0- '].join(
  "\r\n",
);

describe("sanctions list file", () => {
  it("is read in its published layout", () => {
    expect(readList(`${sdn}\r\n\x1a`, `${alt}\r\n\x1a`)).toEqual([
      { id: "36", kind: "ORGANIZATION", names: ["AEROVELD AIRWAYS", "AERO-VELD"], programs: ["CUBA"], remarks: null },
      {
        id: "173",
        kind: "PERSON",
        names: ['ZARELLI, Gino "The Boat"', "SARELLI, Gino"],
        programs: ["SDGT", "IRAN"],
        remarks: "DOB 02 Mar 1961; POB Tarnograd, Nowhere.",
      },
      { id: "306", kind: "VESSEL", names: ["SEA LARK"], programs: ["CUBA"], remarks: null },
    ]);
  });

  it.each(["<html>Service unavailable</html>", "ent_num,SDN_Name\r\n1"])(
    "is refused when it is not a list: %s",
    (text) => {
      expect(() => readList(text, "")).toThrow("no entry");
    },
  );
});
