import { MAX_AMOUNT } from "../../kernel/money.ts";
import { isDeeper, isObject, problemOfJson } from "./checked-json.ts";
import type { Field, FieldType } from "./declaration.ts";

const MAX_TEXT = 1_000;
const MAX_LONG_TEXT = 20_000;
const MAX_JSON = 50_000;
const MAX_DEPTH = 20;
const DATE = /^\d{4}-\d\d-\d\d$/;
const CURRENCY = /^[a-z]{3}$/;

/** Finite, and small enough to be written with its decimals in a query. */
export const isNumber = (value: unknown): value is number =>
  Number.isFinite(value) && Math.abs(value as number) <= Number.MAX_SAFE_INTEGER;

type Check = (field: Field, value: unknown, name: string) => string | null;

const text =
  (most: number): Check =>
  (_, value, name) => {
    if (typeof value !== "string") return `${name} must be a string`;
    return value.length <= most ? null : `${name} must not have more than ${most} characters`;
  };

const oneOf = ({ options = [] }: Field, name: string) =>
  `${name} must be one of the following values: ${options.map(({ value }) => value).join(", ")}`;

const isChoice = ({ options = [] }: Field, value: unknown) => options.some((each) => each.value === value);

const isDate = (value: unknown): boolean => {
  if (typeof value !== "string" || !DATE.test(value)) return false;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
};

function problemOfMoney(value: unknown, name: string): string | null {
  const { amount, currency_code, ...rest } = isObject(value) ? value : { amount: undefined };
  if (!Number.isSafeInteger(amount) || Math.abs(amount as number) > MAX_AMOUNT) {
    return `${name}.amount must be a whole number in the smallest unit of the currency`;
  }
  if (typeof currency_code !== "string" || !CURRENCY.test(currency_code)) {
    return `${name}.currency_code must be the code of a currency in lower case`;
  }
  const [unknown] = Object.keys(rest);
  return unknown === undefined ? null : `property ${name}.${unknown} should not exist`;
}

interface Limits {
  minimum: number | undefined;
  maximum: number | undefined;
}

function problemOfLimits(value: number, { minimum, maximum }: Limits, name: string): string | null {
  if (minimum !== undefined && value < minimum) return `${name} must not be less than ${minimum}`;
  const isAbove = maximum !== undefined && value > maximum;
  return isAbove ? `${name} must not be greater than ${maximum}` : null;
}

const checks: Record<FieldType, Check> = {
  text: text(MAX_TEXT),
  "long-text": text(MAX_LONG_TEXT),
  integer: ({ minimum = -MAX_AMOUNT, maximum = MAX_AMOUNT }, value, name) =>
    Number.isSafeInteger(value)
      ? problemOfLimits(value as number, { minimum, maximum }, name)
      : `${name} must be an integer`,
  number: ({ minimum, maximum }, value, name) =>
    isNumber(value) ? problemOfLimits(value, { minimum, maximum }, name) : `${name} must be a number`,
  money: (_, value, name) => problemOfMoney(value, name),
  boolean: (_, value, name) => (typeof value === "boolean" ? null : `${name} must be a boolean`),
  date: (_, value, name) => (isDate(value) ? null : `${name} must be a date, YYYY-MM-DD`),
  choice: (field, value, name) => (isChoice(field, value) ? null : oneOf(field, name)),
  choices: (field, value, name) => {
    if (!Array.isArray(value)) return `${name} must be an array`;
    if (!value.every((each) => isChoice(field, each))) return oneOf(field, `each value in ${name}`);
    return new Set(value).size < value.length ? `${name} has a value twice` : null;
  },
  reference: (_, value, name) =>
    typeof value === "string" && value !== "" && value.length <= 255 ? null : `${name} must be an id`,
  json: ({ schema = {} }, value, name) => {
    if (isDeeper(value, MAX_DEPTH)) return `${name} must not be deeper than ${MAX_DEPTH} levels`;
    return JSON.stringify(value).length > MAX_JSON
      ? `${name} must not have more than ${MAX_JSON} characters`
      : problemOfJson(schema, value, name);
  },
};

/** What is wrong with a value of the field, or null. Whether the row of a reference exists is another question. */
export const problemOfValue: Check = (field, value, name) => checks[field.type](field, value, name);
