import assert from "node:assert/strict";
import { runCommandLine } from "./command-line.ts";
import { commands } from "./commands.ts";

/** Runs a command line, and fails if it needs Redis. */
async function run(...args: string[]) {
  const output: string[] = [];
  const messages: string[] = [];
  const status = await runCommandLine(args, {
    program: "placard",
    commands,
    environment: { env: {} }, // without REDIS_URL, a command that needs Redis fails
    writeOutput: (text) => void output.push(text),
    writeMessage: (text) => void messages.push(text),
  });
  return { status, output: output.join(), messages: messages.join() };
}

describe("the arguments of operator commands", () => {
  const create = ["keys", "create", "--name", "ci"];
  const invalid: [args: string[], message: RegExp][] = [
    [[], /^Usage: placard COMMAND/],
    [["key"], /^Unknown command/],
    [["keys"], /^Unknown command/],
    [["keys", "delete"], /^Unknown command/],
    [["keys", "create"], /^--name must have 1 to 128 characters/],
    [["keys", "create", "--name"], /--name/],
    [["keys", "create", "--name", " \u200b"], /^--name must have/],
    [["keys", "create", "--name", "x".repeat(129)], /^--name must have/],
    [["keys", "create", "--nam", "ci"], /--nam/],
    [[...create, "more"], /^Unexpected argument: more/],
    ...["0", "-1", "1.5", "soon", "36501", "1e3", ""].map((days): [string[], RegExp] => [
      [...create, "--expires-in-days", days],
      /--?expires-in-days/,
    ]),
    [["accounts", "show"], /^An argument is missing/],
    [["accounts", "invite", "a@example.com", "b@example.com"], /^Unexpected argument: b@example.com/],
    [["keys", "list", "--name", "ci"], /--name/],
    [["keys", "list", "--account"], /--account/],
    [["keys", "revoke"], /^An argument is missing/],
    [["keys", "revoke", "one", "two"], /^Unexpected argument: two/],
  ];
  for (const [args, message] of invalid) {
    it(`are rejected with a usage message: "${args.join(" ").slice(0, 60)}"`, async () => {
      const { status, output, messages } = await run(...args);
      assert.deepEqual([status, output], [1, ""]);
      assert.match(messages, message);
      assert.match(messages, /^Usage: placard /m);
    });
  }

  it("are explained with --help, for all commands and for each", async () => {
    const overview = await run("--help");
    assert.deepEqual([overview.status, overview.messages], [0, ""]);
    for (const { name } of commands) {
      assert.match(overview.output, new RegExp(`^  ${name}( |$)`, "m"));
      const { status, output } = await run(...name.split(" "), "--help");
      assert.equal(status, 0);
      assert.match(output, new RegExp(`^Usage: placard ${name} .*\\[--json\\]$`, "m"));
    }
  });
});
