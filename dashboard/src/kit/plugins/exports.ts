import type { Kit } from "./contract.ts";

// The types of `tradewind/dashboard`. The values are put into the page before a plugin is loaded (app/plugins/share-kit.ts).
export type * from "./contract.ts";

export declare const defineDashboard: Kit["defineDashboard"];
export declare const Badge: Kit["Badge"];
export declare const Button: Kit["Button"];
export declare const Card: Kit["Card"];
export declare const Checkbox: Kit["Checkbox"];
export declare const Facts: Kit["Facts"];
export declare const Group: Kit["Group"];
export declare const Link: Kit["Link"];
export declare const Loaded: Kit["Loaded"];
export declare const Moment: Kit["Moment"];
export declare const Money: Kit["Money"];
export declare const Notice: Kit["Notice"];
export declare const NumberInput: Kit["NumberInput"];
export declare const Page: Kit["Page"];
export declare const Select: Kit["Select"];
export declare const Stack: Kit["Stack"];
export declare const Table: Kit["Table"];
export declare const Text: Kit["Text"];
export declare const TextArea: Kit["TextArea"];
export declare const TextInput: Kit["TextInput"];
export declare const useAction: Kit["useAction"];
export declare const useApi: Kit["useApi"];
export declare const useAsk: Kit["useAsk"];
export declare const useFormat: Kit["useFormat"];
export declare const useMay: Kit["useMay"];
export declare const useNavigate: Kit["useNavigate"];
export declare const useNotify: Kit["useNotify"];
export declare const usePageParams: Kit["usePageParams"];
export declare const useRead: Kit["useRead"];
export declare const useTexts: Kit["useTexts"];
