/**
 * The handle of a title: accents dropped, words split at everything that is neither letter nor digit,
 * at a change from lower to upper case and between letters and digits (`iPhone15 Case` -> `i-phone-15-case`).
 */
export function kebabCase(title: string): string {
  const plain = title
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/['’]/g, "");
  const words = plain.match(/\p{N}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{L}/gu) ?? [];
  return words.map((word) => word.toLowerCase()).join("-");
}
