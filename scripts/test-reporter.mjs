import Mocha from "mocha";

/** Mocha's spec reporter. The last line of the output is the number of tests. */
export default class TestReporter extends Mocha.reporters.Spec {
  /**
   * @override called after the global teardown
   * @param {number} failures
   * @param {(failures: number) => void} exit
   */
  done(failures, exit) {
    const { passes, failures: failed, pending } = this.stats;
    console.log(`${passes} passed, ${failed} failed, ${pending} skipped`);
    exit(failures);
  }
}
