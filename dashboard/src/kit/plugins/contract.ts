import type { ComponentType, ReactElement, ReactNode } from "react";

// The types of `tradewind/dashboard`, which plugins import. They are a contract: names are added, and never changed.

/** An area of /admin/permissions, and whether the user may read or change it: `orders:read`. */
export type Permission = `${string}:read` | `${string}:write`;

/** An order, a product or a customer, as the API answers. A list has the fields that its columns name. */
export interface ShopRow {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: the API reference has the fields
  readonly [field: string]: any;
}

/** The module of a component: `() => import("./order-card.tsx")`. It is loaded when the component is shown. */
export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Texts of a language by their names. `{{points}}` stands for a value, and `name_one`, `name_other` depend on `count`. */
export type Texts = Readonly<Record<string, string>>;

interface Named {
  /** The name of one of the texts, or a text. */
  readonly title: string;
  /** Users without the permission do not see it. Without `needs` it is for all. */
  readonly needs?: Permission;
}

export interface PagePart extends Named {
  /** Below `/app/plugins/<plugin>/`: `""`, `"members"`, `"members/:id"`. */
  readonly path: string;
  /** An entry in the menu. */
  readonly menu?: { readonly icon?: IconName };
  readonly load: Load<object>;
}

export interface SettingsPart extends Named {
  /** Below `/app/settings/plugins/<plugin>/`. */
  readonly path: string;
  /** A sentence, or its name in the texts. */
  readonly text?: string;
  readonly icon?: IconName;
  readonly load: Load<object>;
}

export type CardPlace = "order" | "product" | "customer" | "home";

/** A card on the page of an order, a product or a customer, which gets its `row`, or on the home page. */
export interface CardPart {
  readonly on: CardPlace;
  readonly load: Load<{ row: ShopRow }>;
  /** Cards with a lower number come first. 0 if absent. */
  readonly order?: number;
  readonly needs?: Permission;
}

export type ListName = "orders" | "products" | "customers";

export interface ColumnPart extends Named {
  /** Unique in the plugin's list. The browser stores under it whether the column is hidden. */
  readonly id: string;
  /** Fields of the API that the list asks for, in its one request: `metadata`, `customer.phone`. */
  readonly fields?: readonly string[];
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
  /** Data of the plugin for the rows of a page, by their ids: one request for all of them. */
  read?(ids: readonly string[], tools: Tools): Promise<Readonly<Record<string, unknown>>>;
  /** `data` is what `read` returned for the row; undefined until then. */
  // biome-ignore lint/suspicious/noExplicitAny: what `read` of the column returns
  cell(given: { row: ShopRow; data: any }): ReactNode;
}

/** Work on one row, in its menu, and on the selected rows, above the list. */
export interface ActionPart extends Named {
  readonly id: string;
  /** The text of the question before it. */
  readonly question?: string;
  readonly isHarmful?: boolean;
  run(row: { readonly id: string }, tools: Tools): Promise<unknown>;
}

export interface ListPart {
  readonly columns?: readonly ColumnPart[];
  readonly actions?: readonly ActionPart[];
}

export interface DashboardParts {
  /** By language: `{ en: { "points.title": "Points" }, de: { … } }`. English is for users of other languages. */
  readonly texts?: Readonly<Record<string, Texts>>;
  readonly pages?: readonly PagePart[];
  readonly cards?: readonly CardPart[];
  readonly lists?: Readonly<Partial<Record<ListName, ListPart>>>;
  readonly settings?: readonly SettingsPart[];
}

export type IconName =
  | "bell"
  | "calendar"
  | "chart"
  | "gift"
  | "heart"
  | "mail"
  | "map"
  | "package"
  | "puzzle"
  | "receipt"
  | "settings"
  | "star"
  | "tag"
  | "truck"
  | "users"
  | "world";

/** What functions that are no components get. Components use the hooks. */
export interface Tools {
  readonly api: PluginApi;
  readonly t: Translate;
}

export type Translate = (name: string, values?: Readonly<Record<string, unknown>>) => string;

/** The API with the session of the user. A refused request is thrown, with the sentence of the server as its message. */
export interface PluginApi {
  get<Answer>(path: string, query?: object): Promise<Answer>;
  post<Answer>(path: string, body?: object): Promise<Answer>;
  delete<Answer>(path: string): Promise<Answer>;
}

export interface Read<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  refetch(): unknown;
}

export interface Question {
  readonly title: string;
  readonly text: string;
  /** On the button that confirms. */
  readonly confirm: string;
  readonly isHarmful?: boolean;
}

export interface Action {
  readonly isPending: boolean;
  /** Asks, runs, reads again what is shown, and says `done` or why it was refused. */
  start(work: {
    question?: Question;
    run(): Promise<unknown>;
    done: string;
    onDone?(): unknown;
  }): Promise<void>;
}

export interface Format {
  /** An amount in the smallest unit of its currency. */
  money(amount: number | null | undefined, currency: string): string;
  date(value: string | Date | null | undefined): string;
  time(value: string | Date | null | undefined): string;
  number(value: number): string;
  percent(value: number): string;
}

type Space = "xs" | "sm" | "md" | "lg";
type Shown = ReactElement | null;

interface Field<Value> {
  label: string;
  value: Value;
  onChange(value: Value): void;
  description?: string;
  error?: string;
  isDisabled?: boolean;
}

interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  caption: string;
  rows: Row[];
  /** A phone leaves out those that are wide. */
  columns: readonly { id: string; header: string; isWide?: boolean; cell(row: Row): ReactNode }[];
  /** Shown in place of rows. */
  empty: string;
}

/** Everything that `tradewind/dashboard` exports. */
export interface Kit {
  defineDashboard(parts: DashboardParts): DashboardParts;

  /** A page with its heading. Every page has one. */
  Page(props: { title: string; text?: string; actions?: ReactNode; children?: ReactNode }): Shown;
  Card(props: { title: string; actions?: ReactNode; children?: ReactNode }): Shown;
  /** Below each other. */
  Stack(props: { gap?: Space; children?: ReactNode }): Shown;
  /** Beside each other. */
  Group(props: { gap?: Space; isSpread?: boolean; children?: ReactNode }): Shown;
  Text(props: { isDimmed?: boolean; isBold?: boolean; children?: ReactNode }): Shown;
  Badge(props: { color?: "gray" | "blue" | "green" | "yellow" | "red"; children: string }): Shown;
  /** `error` is announced by screen readers. */
  Notice(props: { kind?: "info" | "warning" | "error"; title?: string; children?: ReactNode }): Shown;
  Button(props: {
    kind?: "main" | "plain" | "harmful";
    type?: "button" | "submit";
    onClick?(): void;
    isLoading?: boolean;
    isDisabled?: boolean;
    children: ReactNode;
  }): Shown;
  /** To a page of the dashboard: `/orders/order_1`, `/plugins/points/members`. */
  Link(props: { to: string; children: ReactNode }): Shown;

  TextInput(props: Field<string>): Shown;
  TextArea(props: Field<string>): Shown;
  /** Whole numbers; null while it is empty. */
  NumberInput(props: Field<number | null> & { min?: number; max?: number }): Shown;
  Select(props: Field<string | null> & { options: readonly { value: string; label: string }[] }): Shown;
  Checkbox(props: Field<boolean>): Shown;

  Table<Row extends { id: string }>(props: TableProps<Row>): Shown;
  /** Names and values. Those without a value are left out. */
  Facts(props: { facts: readonly (readonly [string, ReactNode])[] }): Shown;
  /** An amount in the smallest unit of its currency. */
  Money(props: { amount: number | null | undefined; currency: string }): Shown;
  /** A time in the language and the zone of the user; `isDay` without the hour. */
  Moment(props: { at: string | Date | null | undefined; isDay?: boolean }): Shown;
  /** What was read; until then that it loads, or why it cannot be read. */
  Loaded<Data>(props: { of: Read<Data>; children(data: Data): ReactNode }): Shown;

  useApi(): PluginApi;
  /** Reads from the API, and again after an action. Null: nothing yet. */
  useRead<Data>(path: string | null, query?: object): Read<Data>;
  useAction(): Action;
  useAsk(): (question: Question) => Promise<boolean>;
  useNotify(): (message: string, kind?: "done" | "failed") => void;
  useFormat(): Format;
  useMay(): (permission: Permission) => boolean;
  /** To a page of the dashboard. */
  useNavigate(): (path: string) => void;
  /** `{ id }` on a page with the path `members/:id`. */
  usePageParams(): Readonly<Record<string, string>>;
  /** The texts of the plugin in the language of the user. */
  useTexts(): Translate;
}
