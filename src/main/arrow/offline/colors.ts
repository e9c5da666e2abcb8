/** The colours that have a word, as six hexadecimal digits. */
const COLORS: Readonly<Record<string, string>> = {
  red: 'd94a4a',
  orange: 'e2844a',
  yellow: 'e2c84a',
  gold: 'd4a72c',
  green: '4aa85a',
  teal: '3a9a94',
  cyan: '4ac8e2',
  blue: '4a90e2',
  purple: '8a5ad4',
  violet: '8a5ad4',
  pink: 'e27ab0',
  brown: '8a6242',
  black: '1a1a1a',
  white: 'ffffff',
  grey: '8c8c8c',
  gray: '8c8c8c'
}
/** Shares of white and black that “light” and “dark” add. */
const SHADES: Readonly<Record<string, readonly [towards: number, share: number]>> = { light: [255, 0.5], bright: [255, 0.25], dark: [0, 0.5] }

/** A colour in a pattern: a word with or without a shade, or six hexadecimal digits. */
export const COLOR = `(?:(?:${Object.keys(SHADES).join('|')})\\s+)?(?:${Object.keys(COLORS).join('|')})|#?[\\da-f]{6}`

/** The six hexadecimal digits of a colour that matches `COLOR`. */
export function colorDigits(words: string): string {
  const [, shade, word = ''] = /^(?:(\w+)\s+)?#?(\w+)$/.exec(words.toLowerCase()) ?? []
  const digits = COLORS[word] ?? word
  const mixed = shade === undefined ? undefined : SHADES[shade]
  if (!mixed) return digits
  const [towards, share] = mixed
  return (digits.match(/../g) ?? []).map((pair) => mix(Number.parseInt(pair, 16), towards, share)).join('')
}

const mix = (from: number, towards: number, share: number): string =>
  Math.floor(from + (towards - from) * share)
    .toString(16)
    .padStart(2, '0')
