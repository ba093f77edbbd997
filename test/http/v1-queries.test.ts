import { describe, expect } from "vitest";
import { describeApi } from "../../src/cli/commands/openapi.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { v1Operations } from "../support/v1/operations.ts";
import { v1Queries } from "./v1-queries.ts";

const { it, shop } = withShop();

type Described = { in: string; name: string };

interface ApiDescription {
  paths: Record<string, Record<string, { parameters?: (Described | { $ref: string })[] }>>;
  components: { parameters: Record<string, Described> };
}

interface Parameter {
  name: string;
  isRequired: boolean;
  kinds: string[];
}

const parametersOf = (parameters: string): Parameter[] =>
  parameters.split(" ").map((each) => {
    const [name = "", kinds = ""] = each.split(":");
    return { name: name.replace("!", ""), isRequired: name.endsWith("!"), kinds: kinds.split("|") };
  });

const asComparisons = (names: string[], value: string) => (name: string) =>
  names.map((each) => [`${name}[${each}]`, value] as const);

type Sent = readonly (readonly [name: string, value: string])[];

/** How v1's clients write a value of each kind. */
const writtenAs: Record<string, (name: string, value: string) => Sent> = {
  text: (name, value) => [[name, value || sampleOf(name)]],
  number: (name) => [[name, "1"]],
  boolean: (name) => [
    [name, "true"],
    [name, "false"],
  ],
  email: (name) => [[name, "ada@example.com"]],
  texts: (name, value) => [
    [`${name}[]`, value || sampleOf(name)],
    [`${name}[0]`, value || sampleOf(name)],
  ],
  dates: asComparisons(["lt", "gt", "lte", "gte"], "2024-02-29T10:00:00.000Z"),
  numbers: asComparisons(["lt", "gt", "lte", "gte"], "1"),
  comparisons: asComparisons(["lt", "gt", "lte", "gte", "contains", "starts_with", "ends_with"], "a"),
  rule: (name) => [[`${name}[type]`, "percentage"]],
  address: (name) => [[`${name}[postal_code]`, "1000"]],
};

const sampleOf = (name: string) =>
  ({ fields: "id", expand: "", order: "id", parent_category_id: "null" })[name] ?? "x";

const samplesOf = ({ name, kinds }: Parameter): Sent =>
  kinds.flatMap((kind) => {
    const [shape = "", value = ""] = kind.split("=");
    return [...(writtenAs[shape]?.(name, value) ?? [])];
  });

/** Without a value, in every form that the parameter has. */
const emptiesOf = (parameter: Parameter): Sent =>
  ["fields", "expand"].includes(parameter.name)
    ? []
    : [[parameter.name, ""], ...samplesOf(parameter).map(([name]) => [name, ""] as const)];

const anyId = (path: string) => path.replace(/\{[^}]+\}/g, "unknown");
const nameless = (path: string) => path.replace(/\{[^}]+\}/g, "{}");

const reads = v1Queries.filter(([method]) => method === "GET");

describe.each(reads)("%s %s", (_, path, listed) => {
  const parameters = parametersOf(listed);
  const needed = parameters
    .filter(({ isRequired }) => isRequired)
    .flatMap((each) => samplesOf(each).slice(0, 1));

  const statusWith = async (sent: Sent) => {
    const query = new URLSearchParams(
      [...needed.filter(([name]) => name !== sent[0]?.[0]), ...sent].map(([...pair]) => pair),
    );
    const { status, body } = await shop.admin.get(`${anyId(path)}?${query}`);
    return { status, message: body.type === "invalid_data" ? body.message : undefined };
  };

  it("takes what v1 takes", async () => {
    const plain = await statusWith([]);
    await Promise.all(
      parameters.flatMap(samplesOf).map(async (sent) => {
        const answer = await statusWith([sent]);
        // Carts and regions that are named have to exist.
        if (["cart_id", "region_id"].includes(sent[0])) expect(answer.status).not.toBe(400);
        else expect(answer, sent.join("=")).toEqual(plain);
      }),
    );
  });

  it("takes a parameter without a value for one that was not sent", async () => {
    const plain = await statusWith([]);
    const empties = parameters.filter(({ isRequired }) => !isRequired).flatMap(emptiesOf);
    await Promise.all(
      empties.map(async (sent) => expect(await statusWith([sent]), sent.join("=")).toEqual(plain)),
    );
  });
});

describe("every operation of v1", () => {
  it("has the query parameters it has in v1, and takes fields and expand where v1 reads no query", async () => {
    const { paths, components } = JSON.parse(await describeApi()) as ApiDescription;
    const served = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { parameters = [] }]) => [
          `${method.toUpperCase()} ${nameless(path)}`,
          parameters
            .map((each) => ("$ref" in each ? components.parameters[each.$ref.split("/").at(-1)!]! : each))
            .filter((each) => each.in === "query")
            .map(({ name }) => name),
        ]),
      ),
    );
    const known = new Map(
      v1Queries.map(([method, path, listed]) => [`${method} ${path}`, parametersOf(listed)]),
    );
    const refused = v1Operations.flatMap(([method, path]) => {
      const taken = served.get(`${method} ${nameless(path)}`) ?? [];
      const names = known.get(`${method} ${path}`)?.map(({ name }) => name) ?? ["fields", "expand"];
      return names.filter((name) => !taken.includes(name)).map((name) => `${method} ${path}: ${name}`);
    });
    expect(refused).toEqual([]);
  });
});
