/** Why the launcher can't start or go on. The message is for the person at the terminal. */
export class LaunchError extends Error {}
