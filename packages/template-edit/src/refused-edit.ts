/** Thrown by an operation that can't be done. The message says why. */
export class RefusedEdit extends Error {}
