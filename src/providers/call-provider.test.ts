import { describe, expect, it } from "vitest";
import { notAllowed } from "../kernel/refusal.ts";
import { callProvider, ProviderTimeout } from "./call-provider.ts";

const options = { failure: "The carrier gave no price" };

describe("calling a provider", () => {
  it("returns its result", async () => {
    expect(await callProvider(options, () => 5)).toBe(5);
    expect(await callProvider(options, async () => "label")).toBe("label");
  });

  it("refuses with the message of the provider if the provider refuses", async () => {
    const refused = callProvider(options, () => Promise.reject(notAllowed("the parcel is too heavy")));
    await expect(refused).rejects.toMatchObject({
      type: "invalid_data",
      message: "The carrier gave no price: the parcel is too heavy",
    });
  });

  it("hides the details of an error of the provider", async () => {
    const failed = callProvider(options, () => {
      throw new Error("password of the carrier's account");
    });
    await expect(failed).rejects.toMatchObject({
      type: "invalid_data",
      message: "The carrier gave no price: it failed",
    });
  });

  it("refuses after the timeout", async () => {
    const never = callProvider({ ...options, timeout: 5 }, () => new Promise(() => {}));
    const error = await never.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ProviderTimeout);
    expect(error).toMatchObject({
      type: "invalid_data",
      message: "The carrier gave no price: it did not answer in time",
    });
  });
});
