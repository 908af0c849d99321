import Mocha from "mocha";

/** Mocha's spec reporter, and as the very last line of the run the runner's own count. */
export default class TestReporter extends Mocha.reporters.Spec {
  /**
   * @override called once all is over, the global teardown included.
   * @param {number} failures
   * @param {(failures: number) => void} exit
   */
  done(failures, exit) {
    const { passes, failures: failed, pending } = this.stats;
    console.log(`${passes} passed, ${failed} failed, ${pending} skipped`);
    exit(failures);
  }
}
