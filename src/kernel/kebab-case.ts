/** Letters that are no plain letter with an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  Æ: "Ae",
  æ: "ae",
  Œ: "Oe",
  œ: "oe",
  Ĳ: "IJ",
  ĳ: "ij",
  ß: "ss",
  Þ: "Th",
  þ: "th",
  Ð: "D",
  ð: "d",
  Đ: "D",
  đ: "d",
  Ħ: "H",
  ħ: "h",
  ı: "i",
  ĸ: "k",
  Ł: "L",
  ł: "l",
  Ŀ: "L",
  ŀ: "l",
  ŉ: "n",
  Ŋ: "N",
  ŋ: "n",
  Ø: "O",
  ø: "o",
  Ŧ: "T",
  ŧ: "t",
  ſ: "s",
};

/** `1st`, `22nd`, `103rd`, `4th`: a number and its ending are one word. As in v1, `11th` is not among them. */
const ordinals = [
  String.raw`\d*(?:1st|2nd|3rd|[04-9]th)(?![\p{Ll}\p{N}])`,
  String.raw`\d*(?:1ST|2ND|3RD|[04-9]TH)(?![\p{Lu}\p{N}])`,
];

const word = new RegExp(
  [...ordinals, String.raw`\p{N}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{L}`].join("|"),
  "gu",
);

/**
 * The handle of a title: accents dropped, words split at everything that is neither letter nor digit,
 * at a change from lower to upper case and between letters and digits (`iPhone15 Case` -> `i-phone-15-case`).
 */
export function kebabCase(title: string): string {
  const plain = title
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/['’]/g, "")
    .replace(/[^\0-\x7f]/g, (letter) => plainLetters[letter] ?? letter);
  const words = plain.match(word) ?? [];
  return words.map((each) => each.toLowerCase()).join("-");
}
