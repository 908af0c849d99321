import type { Command, Environment, Result } from "../command.ts";
import { formatTable } from "../format.ts";
import type { CheckResult } from "./checks.ts";

/** `doctor`: checks an installation. */
export const doctorCommand: Command = {
  name: "doctor",
  summary: "Check the installation, and print what to fix",
  synopsis: "",
  notes: ["Run it with the settings of the gateway. The exit status is 1 if a check failed."],
  prepare: () => diagnose,
};

async function diagnose({ env }: Environment): Promise<Result> {
  const { runChecks } = await import("./checks.ts"); // loads the S3 client, which no other command needs
  const results = await runChecks(env);
  const count = (status: CheckResult["status"]) => results.filter((each) => each.status === status).length;
  const table = formatTable(results.map(({ status, check, message }) => [status, check, message]));
  return {
    text: `${table}\n\nFailed: ${count("failed")}. Warnings: ${count("warning")}. Ok: ${count("ok")}.`,
    data: results,
    isFailure: count("failed") > 0,
  };
}
