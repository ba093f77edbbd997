import { describe, expect, it } from "vitest";
import { notAllowed } from "../kernel/refusal.ts";
import { askProvider, NoAnswer } from "./ask-provider.ts";

const asked = { failure: "The carrier gave no price" };

describe("asking a provider", () => {
  it("gives its answer", async () => {
    expect(await askProvider(asked, () => 5)).toBe(5);
    expect(await askProvider(asked, async () => "label")).toBe("label");
  });

  it("tells in its own words why it refuses", async () => {
    const refused = askProvider(asked, () => Promise.reject(notAllowed("the parcel is too heavy")));
    await expect(refused).rejects.toMatchObject({
      type: "invalid_data",
      message: "The carrier gave no price: the parcel is too heavy",
    });
  });

  it("keeps the details of a fault to itself", async () => {
    const failed = askProvider(asked, () => {
      throw new Error("password of the carrier's account");
    });
    await expect(failed).rejects.toMatchObject({
      type: "invalid_data",
      message: "The carrier gave no price: it failed",
    });
  });

  it("does not wait for ever", async () => {
    const never = askProvider({ ...asked, timeout: 5 }, () => new Promise(() => {}));
    const error = await never.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(NoAnswer);
    expect(error).toMatchObject({
      type: "invalid_data",
      message: "The carrier gave no price: it did not answer in time",
    });
  });
});
