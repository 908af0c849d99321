/** The part of the linebreak package in use; it ships no types. */
declare module "linebreak" {
  /** Finds the places where a text may be broken (Unicode Annex 14). */
  export default class LineBreaker {
    constructor(text: string);
    /** The next place, as a UTF-16 offset; null past the end. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
