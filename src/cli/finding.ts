/** A result of the `doctor` command. */
export interface Finding {
  level: "good" | "advice" | "bad";
  text: string;
  /** How to fix it. */
  remedy?: string;
}

export const good = (text: string): Finding => ({ level: "good", text });
export const advice = (text: string, remedy: string): Finding => ({ level: "advice", text, remedy });
export const bad = (text: string, remedy: string): Finding => ({ level: "bad", text, remedy });
