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
  /** Numbers out of the ranges set aside for fiction, where a country has one. */
  phone?: string;
  group?: (typeof demoCustomerGroups)[number];
  /** A guest has bought without making an account. */
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
