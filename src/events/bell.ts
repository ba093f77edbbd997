/** Wakes its one sleeper. A ring that nobody heard wakes the next sleep at once, so none is lost. */
export class Bell {
  private hasRung = false;
  private wake: (() => void) | undefined;

  ring(): void {
    this.hasRung = true;
    this.wake?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = undefined;
    this.hasRung = false;
  }
}
