import Mocha from "mocha";

const { Base, Spec } = Mocha.reporters;

/**
 * Mocha's spec reporter, with the number of tests in the last line. It prints errors when their file ends,
 * and not only at the end of a run, which somebody may stop. A run without tests fails.
 */
export default class TestReporter extends Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      Base.list([Object.assign(test, { err: error })]);
    });
  }

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
