/** Wakes one waiting loop. A notification while the loop is not waiting ends its next wait at once, so none is lost. */
export class WakeSignal {
  private isNotified = false;
  private wake: (() => void) | undefined;

  notify(): void {
    this.isNotified = true;
    this.wake?.();
  }

  /** Resolves at the next notification, at the latest after so many milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.isNotified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = undefined;
    this.isNotified = false;
  }
}
