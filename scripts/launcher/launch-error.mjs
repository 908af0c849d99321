/** Why the launcher cannot start or continue. The message is for the person at the terminal. */
export class LaunchError extends Error {}
