export const demoCustomerGroups = ["VIP", "Wholesale"] as const;

type Address = {
  street: string;
  postalCode: string;
  city: string;
  country: string;
  province?: string;
  company?: string;
};

export type DemoCustomer = {
  firstName: string;
  lastName: string;
  email: string;
  /** From the ranges that are reserved for fiction, where a country has one. */
  phone?: string;
  group?: (typeof demoCustomerGroups)[number];
  /** A guest buys without an account. */
  isGuest?: boolean;
  address: Address;
};

export const demoCustomers: readonly DemoCustomer[] = [
  {
    firstName: "Freja",
    lastName: "Holm",
    email: "freja.holm@example.com",
    group: "VIP",
    address: { street: "Havnegade 14", postalCode: "5700", city: "Svendborg", country: "dk" },
  },
  {
    firstName: "Elin",
    lastName: "Sandberg",
    email: "elin.sandberg@example.com",
    phone: "+46701740612",
    group: "VIP",
    address: { street: "Strandvägen 3", postalCode: "471 41", city: "Rönnäng", country: "se" },
  },
  {
    firstName: "Jonas",
    lastName: "Petersen",
    email: "jonas.petersen@example.com",
    phone: "+493023125014",
    address: { street: "Am Alten Hafen 27", postalCode: "24376", city: "Kappeln", country: "de" },
  },
  {
    firstName: "Maëlle",
    lastName: "Le Goff",
    email: "maelle.legoff@example.com",
    phone: "+33639980142",
    group: "VIP",
    address: { street: "8 quai des Voiliers", postalCode: "29900", city: "Concarneau", country: "fr" },
  },
  {
    firstName: "Iker",
    lastName: "Aranburu",
    email: "iker.aranburu@example.com",
    address: { street: "Calle del Puerto 5", postalCode: "20808", city: "Getaria", country: "es" },
  },
  {
    firstName: "Chiara",
    lastName: "Moretti",
    email: "chiara.moretti@example.com",
    address: { street: "Via del Molo 19", postalCode: "16032", city: "Camogli", country: "it" },
  },
  {
    firstName: "Sander",
    lastName: "Visser",
    email: "inkoop@zeezicht.example",
    group: "Wholesale",
    address: {
      street: "Kade 41",
      postalCode: "8861 AB",
      city: "Harlingen",
      country: "nl",
      company: "Zeezicht Watersport",
    },
  },
  {
    firstName: "Aoife",
    lastName: "Brennan",
    email: "orders@blackrockchandlery.example",
    phone: "+353209101234",
    group: "Wholesale",
    address: {
      street: "2 Pier Road",
      postalCode: "P17 XY40",
      city: "Kinsale",
      country: "ie",
      company: "Blackrock Chandlery",
    },
  },
  {
    firstName: "Inês",
    lastName: "Carvalho",
    email: "ines.carvalho@example.com",
    address: { street: "Rua da Ribeira 12", postalCode: "8600-315", city: "Lagos", country: "pt" },
  },
  {
    firstName: "Walter",
    lastName: "Quinn",
    email: "walter.quinn@example.com",
    phone: "+12075550118",
    group: "VIP",
    address: {
      street: "77 Breakwater Street",
      postalCode: "04841",
      city: "Rockland",
      country: "us",
      province: "ME",
    },
  },
  {
    firstName: "Naomi",
    lastName: "Tanaka",
    email: "naomi.tanaka@example.com",
    phone: "+13605550143",
    address: {
      street: "310 Ferry Lane",
      postalCode: "98221",
      city: "Anacortes",
      country: "us",
      province: "WA",
    },
  },
  {
    firstName: "Luis",
    lastName: "Ortega",
    email: "buying@graypelican.example",
    phone: "+14015550167",
    group: "Wholesale",
    address: {
      street: "19 Wharf Avenue",
      postalCode: "02840",
      city: "Newport",
      country: "us",
      province: "RI",
      company: "Gray Pelican Supply",
    },
  },
  {
    firstName: "Aino",
    lastName: "Laine",
    email: "aino.laine@example.com",
    isGuest: true,
    address: { street: "Satamakatu 6", postalCode: "10900", city: "Hanko", country: "fi" },
  },
  {
    firstName: "Tom",
    lastName: "Dijkstra",
    email: "tom.dijkstra@example.com",
    isGuest: true,
    address: { street: "Havenweg 88", postalCode: "1671 GC", city: "Medemblik", country: "nl" },
  },
  {
    firstName: "Grace",
    lastName: "Whitfield",
    email: "grace.whitfield@example.com",
    phone: "+14105550129",
    isGuest: true,
    address: {
      street: "5 Dock Street",
      postalCode: "21401",
      city: "Annapolis",
      country: "us",
      province: "MD",
    },
  },
];

export const demoAccounts = demoCustomers.filter(({ isGuest }) => !isGuest);

type GuestRow = [
  first: string,
  last: string,
  street: string,
  postalCode: string,
  city: string,
  country: string,
];

const guestRows: readonly GuestRow[] = [
  ["Mads", "Kjeldsen", "Strandgade 21", "3000", "Helsingør", "dk"],
  ["Signe", "Toft", "Kirkestræde 4", "5960", "Marstal", "dk"],
  ["Oskar", "Lindgren", "Hamngatan 9", "456 31", "Kungshamn", "se"],
  ["Maja", "Ekström", "Skeppargatan 30", "371 32", "Karlskrona", "se"],
  ["Hannes", "Brandt", "Deichstraße 11", "26723", "Emden", "de"],
  ["Lena", "Vogt", "Fährberg 2", "18439", "Stralsund", "de"],
  ["Till", "Rasmussen", "Norderstraße 77", "24939", "Flensburg", "de"],
  ["Gwenn", "Kermarrec", "3 rue du Phare", "29770", "Audierne", "fr"],
  ["Paul", "Lacoste", "15 cours des Dames", "17000", "La Rochelle", "fr"],
  ["Nerea", "Olaizola", "Paseo del Muelle 8", "48370", "Bermeo", "es"],
  ["Martí", "Puig", "Carrer de Mar 40", "17488", "Cadaqués", "es"],
  ["Lorenzo", "Bassi", "Calata Porto 6", "58019", "Porto Santo Stefano", "it"],
  ["Bram", "Hoekstra", "Oosterhaven 17", "8601 ZA", "Sneek", "nl"],
  ["Fleur", "de Wit", "Walstraat 5", "4381 EE", "Vlissingen", "nl"],
  ["Ciarán", "Daly", "12 Strand Street", "V92 A3K8", "Dingle", "ie"],
  ["Marta", "Figueira", "Largo do Cais 3", "8700-000", "Olhão", "pt"],
  ["Eero", "Salonen", "Rantatie 14", "21600", "Parainen", "fi"],
  ["Dana", "Mercer", "402 Spinnaker Way", "94965", "Sausalito", "us"],
  ["Hank", "Doyle", "8 Lobster Cove Road", "04538", "Boothbay Harbor", "us"],
  ["Priya", "Raman", "231 Water Street", "98368", "Port Townsend", "us"],
  ["Caleb", "Stone", "60 Thames Street", "02840", "Newport", "us"],
];

const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[^a-zA-Z]/g, "")
    .toLowerCase();

/** Guests of orders. Their customers are created by the orders. */
export const orderGuests: readonly DemoCustomer[] = guestRows.map(
  ([firstName, lastName, street, postalCode, city, country]) => ({
    firstName,
    lastName,
    email: `${plain(firstName)}.${plain(lastName)}@example.com`,
    isGuest: true,
    address: { street, postalCode, city, country },
  }),
);
