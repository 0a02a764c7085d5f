/**
 * A sanctions list of people, organizations and ships that do not exist, in the layout of the real one. Given names are common ones,
 * because those have many spellings. Everything else is composed of syllables. Any similarity to real names is coincidental.
 */
export function madeUpList(): Record<"sdn.csv" | "alt.csv", string> {
  const random = randomFrom(20_261_115);
  const entries = [
    ...examples,
    ...Array.from({ length: 1_150 }, () => person(random)),
    ...Array.from({ length: 770 }, () => organization(random)),
    ...Array.from({ length: 76 }, () => ship(random)),
  ];
  const sdn: string[] = [];
  const alt: string[] = [];
  let aliasNumber = 9_000;
  for (const [n, { name, type, program, remarks, aliases }] of entries.entries()) {
    const id = 50_001 + n;
    const nothing = Array(7).fill("-0- ");
    sdn.push(
      [
        id,
        quoted(name),
        type ? quoted(type) : "-0- ",
        quoted(program),
        ...nothing,
        remarks ? quoted(remarks) : "-0- ",
      ].join(","),
    );
    for (const alias of aliases) alt.push([id, ++aliasNumber, quoted("aka"), quoted(alias), "-0- "].join(","));
  }
  return { "sdn.csv": ended(sdn), "alt.csv": ended(alt) };
}

type Entry = { name: string; type: string | null; program: string; remarks: string | null; aliases: string[] };
type Random = () => number;

/** The first entries, for use in the sandbox. */
const examples: Entry[] = [
  {
    name: "VORSHENKO, Aleksandr Mikhailovich",
    type: "individual",
    program: "SANDBOX-A",
    remarks: "DOB 11 Feb 1968; POB Tarnograd.",
    aliases: ["VORCHENKO, Alexander", "VORSHENKO, Sasha"],
  },
  {
    name: "AL-TARZIMI, Muhammad Yusuf Khalil",
    type: "individual",
    program: "SANDBOX-B] [SANDBOX-C",
    remarks: "DOB 1974.",
    aliases: ["TERZEMI, Mohamed Youssef", "ABU KHALIL"],
  },
  {
    name: "MERIDIAN GATE SHIPPING AND TRADING COMPANY",
    type: null,
    program: "SANDBOX-A",
    remarks: "Registration Number 771204.",
    aliases: ["MGST CO.", "MERIDIAN GATE LINES"],
  },
  { name: "ZARQUENT", type: null, program: "SANDBOX-D", remarks: null, aliases: ["ZARQUENT BRIGADES"] },
];

type Culture = { given: string[]; middle: string[]; syllables: [string[], string[], string[]]; prefix: string };

const list = (text: string) => text.split(" ");
/** Naming patterns of several cultures. */
const cultures: Culture[] = [
  {
    given: list(
      "Aleksandr Sergei Mikhail Dmitri Yevgeny Vladislav Nikolai Andrei Yuri Konstantin Tatyana Ekaterina Lyudmila Oksana",
    ),
    middle: list("Aleksandrovich Sergeyevich Mikhailovich Dmitriyevich Nikolayevich Andreyevich Viktorovich Petrovich"),
    syllables: [
      list("Vor Krav Mel Tar Bog Zhur Shev Gor Lev Dem Stan Khar Pol Rad"),
      list("o a e i osh ash ev ov un in"),
      list("chenko nikov rinov tsev dansky lenko mirsky yashin golov beyko"),
    ],
    prefix: "",
  },
  {
    given: list(
      "Muhammad Ahmad Yusuf Khalid Hussein Ibrahim Abdulrahman Mustafa Mahmoud Faisal Tariq Zaynab Khadija Fatima",
    ),
    middle: list("Ali Hassan Khalil Saleh Umar Jamal Nasir Rashid Sulayman Karim"),
    syllables: [
      list("Tar Khur Zah Qas Bal Shar Dur Mal Haj Ras Jub Naf"),
      list("a i u ay ur az am un el ib"),
      list("zimi rani thari dawi shani qati bari lidi samri hadi"),
    ],
    prefix: "AL-",
  },
  {
    given: list("Carlos Jorge Miguel Alejandro Joaquin Ernesto Guillermo Ximena Esperanza Rafael Ignacio Beatriz"),
    middle: list("Antonio Jose Luis Maria Enrique Fernando Manuel Jesus"),
    syllables: [
      list("Quin Bar Men Val Car Sol Ver Alt Mon Pal Tor Ced"),
      list("ta da ra le mi va no chu gue so"),
      list("cerro villo zuela bino ranza dillo guez merra tierra pardo"),
    ],
    prefix: "",
  },
  {
    given: list("Jin Chol Yong Myong Kwang Song Hyon Tae Wei Xiu Feng Guo"),
    middle: list("Su Ho Nam Min Hak Il Ok Jun Ming Hua Ping Lan"),
    syllables: [
      list("Pak Ryang Chwe Zhou Hwang Kwak Maeng Xiong Tsang Baek Noh Ryu Shim Quan"),
      list("a o u i"),
      list("ngen rok sil dan bu zhong mei lun teng hao"),
    ],
    prefix: "",
  },
  {
    given: list("Reza Dariush Farhad Behrouz Shahram Mehdi Parviz Soraya Nasrin Kaveh"),
    middle: list("Ali Hossein Reza Mohammad Akbar Taqi"),
    syllables: [
      list("Gol Far Sha Nik Khor Bah Zan Mir Tab Dav"),
      list("a e i o ou an ar em un"),
      list("rizadeh mandi pouri shakibi tabari nezhad vandi zarin ghani roudi"),
    ],
    prefix: "",
  },
  {
    given: list("Dragan Zoran Miroslav Slobodan Goran Jelena Snezana Bogdan Vlado Radovan"),
    middle: list("Petar Ivan Marko Luka Stefan Nikola"),
    syllables: [
      list("Brank Stoj Milj Vuk Krs Jab Ples Rad Tom Gav"),
      list("o a i u e an ov il et"),
      list("vanic janovic slavic tonjic kovac dragic pusic lebic marin grbic"),
    ],
    prefix: "",
  },
];

const one = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const programs = ["SANDBOX-A", "SANDBOX-B", "SANDBOX-C", "SANDBOX-D", "SANDBOX-A] [SANDBOX-D"];

export function personName(random: Random): { surname: string; given: string; middle: string | null } {
  const { given, middle, syllables, prefix } = one(random, cultures);
  const surname =
    prefix +
    syllables
      .map((part) => one(random, part))
      .join("")
      .replace(/^./, (letter) => letter.toUpperCase());
  return {
    surname: surname.toUpperCase(),
    given: one(random, given),
    middle: random() < 0.6 ? one(random, middle) : null,
  };
}

function person(random: Random): Entry {
  const { surname, given, middle } = personName(random);
  const aliases = Array.from({ length: Math.floor(random() * 3) }, () => alias(random, surname, given, middle));
  return {
    name: `${surname}, ${given}${middle ? ` ${middle}` : ""}`,
    type: "individual",
    program: one(random, programs),
    aliases: [...new Set(aliases)],
    remarks: `DOB ${1940 + Math.floor(random() * 55)}.`,
  };
}

/** Another spelling, a name without its middle name, or a nickname. */
function alias(random: Random, surname: string, given: string, middle: string | null): string {
  const way = random();
  if (way < 0.45) return `${respelled(surname)}, ${respelled(given)}`;
  if (way < 0.75) return `${surname}, ${given}`;
  return middle ? `${surname}, ${middle}` : `${one(random, list("ABU COMMANDER DOKTOR"))} ${given.toUpperCase()}`;
}

/** A word in another transliteration. */
export function respelled(word: string): string {
  const ways: [RegExp, string][] = [
    ...([
      [/ks/gi, "x"],
      [/kh/gi, "h"],
      [/q/gi, "k"],
      [/ou/gi, "u"],
      [/ch/gi, "tch"],
      [/uh/gi, "oh"],
    ] as [RegExp, string][]),
    ...([
      [/zh/gi, "j"],
      [/mm/gi, "m"],
      [/ei/gi, "ey"],
      [/y/gi, "i"],
      [/v/gi, "w"],
      [/u/gi, "ou"],
    ] as [RegExp, string][]),
  ];
  let changed = 0;
  const other = ways.reduce((text, [from, to]) => {
    if (changed === 2 || !from.test(text)) return text;
    changed++;
    return text.replace(new RegExp(from.source, "i"), to);
  }, word);
  return word === word.toUpperCase() ? other.toUpperCase() : other.replace(/^./, (letter) => letter.toUpperCase());
}

const firsts = [
  list("Al Bar Cor Dar El Fal Gul Hor Jas Kor Lun Mar Nor Or Pet Sar Tal Ur Vel Zar"),
  list("a e i o u an en or"),
  list("dan mir tex vex lan nor quar sol tan val zim"),
] as const;
const trades = list(
  "Trading Shipping Petroleum Industries Exchange Aviation Logistics Engineering Holding Import Export Chemical Steel Electronics Marine",
);
const places = list("Tarnograd Qasbah Velmora Ostrava-Nova Port-Sahl Karzhin Lumenga");
const forms = ["COMPANY", "LLC", "LTD.", "GENERAL TRADING LLC", "FZE", "JSC", "S.A.", "CO. LTD", "GROUP"];

function organization(random: Random): Entry {
  const name = firsts.map((part) => one(random, part)).join("");
  const trade = one(random, trades);
  const place = random() < 0.35 ? ` OF ${one(random, places)}` : "";
  const full = `${name} ${trade}${place} ${one(random, forms)}`.toUpperCase();
  const aliases = random() < 0.5 ? [`${respelled(name)} ${trade}`.toUpperCase()] : [];
  return { name: full, type: null, program: one(random, programs), remarks: null, aliases };
}

function ship(random: Random): Entry {
  const name = firsts.map((part) => one(random, part)).join("");
  return { name: name.toUpperCase(), type: "vessel", program: one(random, programs), remarks: null, aliases: [] };
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const ended = (lines: string[]) => `${lines.join("\r\n")}\r\n\x1a`;

/** The same seed gives the same numbers: 0 ≤ n < 1 (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
