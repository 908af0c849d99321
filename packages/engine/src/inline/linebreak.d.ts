/** The part of the linebreak package that is used; the package has no types. */
declare module "linebreak" {
  /** Finds the positions where a text may be broken (UAX #14). */
  export default class LineBreaker {
    constructor(text: string);
    /** The next position, as a UTF-16 offset; null after the last. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
