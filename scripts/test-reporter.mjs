import Mocha from "mocha";

/** Mocha's spec reporter, with the number of tests in the last line. A run without tests fails. */
export default class TestReporter extends Mocha.reporters.Spec {
  /**
   * @override called after the last test and the global teardown.
   * @param {number} failures of tests, hooks, files and the global teardown
   * @param {(failures: number) => void} exit
   */
  done(failures, exit) {
    const { passes, pending, tests } = this.stats;
    if (tests === 0) console.log("No test matches.");
    console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
    // Mocha's own --fail-zero would count every file without a match as a failure in parallel mode.
    exit(tests === 0 ? 1 : failures);
  }
}
