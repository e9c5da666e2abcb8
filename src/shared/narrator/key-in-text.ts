/** Letters of scripts without spaces between words: there any sequence of letters can be clicked. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u
const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character) && !(UNSPACED.test(character) && /\p{L}/u.test(character))
/** Whether a character combines with the one before it: a mark, a joiner, a skin tone. */
const isJoined = (character: string | undefined): boolean => character !== undefined && /[\p{M}\p{EMod}\u200d]/u.test(character)
const characterBefore = (text: string, at: number): string | undefined =>
  /[\uDC00-\uDFFF]/.test(text[at - 1] ?? '') ? text.slice(at - 2, at) : text[at - 1]
const characterAt = (text: string, at: number): string | undefined => (/[\uD800-\uDBFF]/.test(text[at] ?? '') ? text.slice(at, at + 2) : text[at])

/** A clickable key's first occurrence as whole words; undefined without one. Capitals must match: the reader clicks what they read. */
export function keyInText(text: string, key: string): { start: number; end: number } | undefined {
  if (key.trim() === '') return undefined
  for (let start = text.indexOf(key); start >= 0; start = text.indexOf(key, start + 1)) {
    const end = start + key.length
    const inWord =
      isJoined(characterAt(text, end)) ||
      text[start - 1] === '\u200d' ||
      (isWordPart(characterAt(key, 0)) && isWordPart(characterBefore(text, start))) ||
      (isWordPart(characterBefore(key, key.length)) && isWordPart(characterAt(text, end)))
    if (!inWord) return { start, end }
  }
  return undefined
}
