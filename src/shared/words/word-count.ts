/** A word: letters and digits with the apostrophes and hyphens inside. In scripts without spaces, each character counts as one. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+(?:['’\u2010-][\p{L}\p{M}\p{N}]+)*/gu

/** The number of words of a text. */
export const wordCount = (text: string): number => text.match(WORD)?.length ?? 0
