import { accessCommands } from "./account-access-commands.ts";
import { accountStatusCommands } from "./account-status-commands.ts";
import { accountViewCommands } from "./account-view-commands.ts";
import type { Command } from "./command.ts";
import { doctorCommand } from "./doctor/doctor-command.ts";
import { keyCommands } from "./key-commands.ts";
import { usageCommand } from "./usage-command.ts";

/** Every command, in the order of the usage message. */
export const commands: readonly Command[] = [
  ...accountViewCommands,
  ...accountStatusCommands,
  ...accessCommands,
  ...keyCommands,
  usageCommand,
  doctorCommand,
];
