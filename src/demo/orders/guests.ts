import type { DemoCustomer } from "../customers.ts";

type Line = [first: string, last: string, street: string, postalCode: string, city: string, country: string];

const lines: readonly Line[] = [
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

/** People who buy once or twice without an account. They come into being with their orders. */
export const passingGuests: readonly DemoCustomer[] = lines.map(
  ([firstName, lastName, street, postalCode, city, country]) => ({
    firstName,
    lastName,
    email: `${plain(firstName)}.${plain(lastName)}@example.com`,
    isGuest: true,
    address: { street, postalCode, city, country },
  }),
);
