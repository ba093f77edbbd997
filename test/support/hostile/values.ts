const LONG = 100_000;

const nested = (depth: number): unknown => {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

/** What may stand where a body wants something else, each with a name for the report. */
export const bodyValues: [string, unknown][] = [
  ["null", null],
  ["an empty text", ""],
  ["a space", " "],
  ["a text", "text"],
  ["a long text", "x".repeat(LONG)],
  ["a NUL", "a\0b"],
  ["half a surrogate pair", "a\ud800b"],
  ["quotes", `' or 1=1 -- "`],
  ["a format sign", "%s%n{{7*7}}<%= 7 %>"],
  ["true", true],
  ["zero", 0],
  ["minus one", -1],
  ["a fraction", 1.5],
  ["2^31", 2 ** 31],
  ["-2^31 - 1", -(2 ** 31) - 1],
  ["2^53", 2 ** 53],
  ["1e308", 1e308],
  ["-1e-300", -1e-300],
  ["an empty list", []],
  ["a list with null", [null]],
  ["a list of lists", [[[]]]],
  ["a list twice the same", ["same", "same"]],
  ["a list of empty objects", [{}]],
  ["an empty object", {}],
  ["an object", { id: "a", value: "b" }],
  ["a deep object", nested(30)],
  ["an object with odd keys", { toString: 1, hasOwnProperty: 2, "": 3, "a.b": 4, "\ud800": 5 }],
  ["a date far away", "+275760-09-13T00:00:00.000Z"],
  ["a date before Christ", "-000300-01-01T00:00:00.000Z"],
  ["a date that is none", "2024-02-31T99:00:00Z"],
];

/** Bodies as text that no JSON writer would write. */
export const rawBodies: [string, string][] = [
  ["nothing", ""],
  ["half an object", '{"a":'],
  ["a list", "[]"],
  ["null", "null"],
  ["a text", '"text"'],
  ["a number", "1e999"],
  ["a prototype", '{"__proto__":{"isAdmin":true}}'],
  ["a constructor", '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ["very deep lists", "[".repeat(20_000) + "]".repeat(20_000)],
  ["bytes that are no text", "{\u0001}"],
];

/** Ids as they stand in a path, encoded. */
export const pathValues: [string, string][] = [
  ["an unknown id", "unknown_01"],
  ["a NUL", "%00"],
  ["a NUL inside", "a%00b"],
  ["a space", "%20"],
  ["broken encoding", "%E0%A4%A"],
  ["bytes that are no text", "%C0%AE%FF"],
  ["a long id", "x".repeat(499)],
  ["a very long id", "x".repeat(5_000)],
  ["other writing", encodeURIComponent("Ünïcödé-日本-🛒")],
  ["quotes", encodeURIComponent(`' or 1=1 -- "`)],
  ["a prototype", "__proto__"],
  ["a constructor", "constructor"],
  ["a climb", "..%2F..%2Fetc%2Fpasswd"],
  ["null", "null"],
  ["undefined", "undefined"],
  ["a number", "99999999999999999999"],
  ["a minus", "-1"],
  ["a pattern", "%25"],
];

/** What may stand behind the name of a query parameter: `=a`, `[]=a`, `[key]=a`. */
export const queryValues: [string, string][] = [
  ["nothing", "="],
  ["a text", "=text"],
  ["null", "=null"],
  ["true", "=true"],
  ["minus one", "=-1"],
  ["a fraction", "=1.5"],
  ["2^31", "=2147483648"],
  ["2^53", "=9007199254740993"],
  ["1e308", "=1e308"],
  ["infinity", "=Infinity"],
  ["not a number", "=NaN"],
  ["a list", "[]=a&NAME[]=b"],
  ["an indexed list", "[0]=a&NAME[999999]=b"],
  ["twice", "=a&NAME=b"],
  ["commas", "=a,b,,c,"],
  ["an object", "[key]=value"],
  ["a comparison", "[gt]=5"],
  ["a comparison of text", "[contains]=%25_%5C"],
  ["a list in a comparison", "[gt][]=5&NAME[lt][a]=6"],
  ["a deep object", "[a][b][c][d][e][f]=1"],
  ["a prototype", "[__proto__][a]=1"],
  ["a constructor", "[constructor][prototype][a]=1"],
  ["a name of every object", "=constructor"],
  ["the prototype's name", "=__proto__"],
  ["a path through the prototype", "=__proto__.id,constructor.name"],
  ["a path through every object", "=toString.valueOf"],
  ["a path that ends nowhere", "=.id,id.,..,products..id"],
  ["signs of an edit", "=%2B__proto__,-constructor,*toString"],
  ["a private column", "=$groups,-$groups"],
  ["everything", "=*,*.*,**"],
  ["a NUL", "=a%00b"],
  ["broken encoding", "=%E0%A4%A"],
  ["bytes that are no text", "=%FF%FE"],
  ["quotes", `=${encodeURIComponent(`' or 1=1 -- "`)}`],
  ["a long text", `=${"x".repeat(8_000)}`],
  ["other writing", `=${encodeURIComponent("Ünïcödé-日本-🛒")}`],
  ["a date far away", "[lt]=%2B275760-09-13&NAME[gt]=-271821-04-20"],
  ["seconds far away", "[lt]=8640000000000&NAME[gte]=99999999999999999999"],
  ["a date that is none", "[lt]=2024-02-31T99:00:00Z"],
  ["an empty comparison", "[lt]="],
];

/** Queries that no route declares. */
export const oddQueries: [string, string][] = [
  ["an unknown name", "?unknown_name=1"],
  ["a prototype", "?__proto__[a]=1"],
  ["a prototype's name", "?__proto__=1"],
  ["a constructor", "?constructor[prototype][a]=1&constructor=2"],
  ["no name", "?=1&&&=&"],
  ["brackets", "?[]=1&[a=2&a]=3&[[[=4"],
  ["many names", `?${Array.from({ length: 2_500 }, (_, index) => `a${index}`).join("&")}`],
  ["a name with NUL", "?a%00b=1"],
];
