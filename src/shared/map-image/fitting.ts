/** Widths of characters relative to the font size, wide enough for all common fonts, because the actual font isn't known. */
const WIDTHS: readonly [RegExp, number][] = [
  // Combining marks and invisible characters.
  [/[\p{Mn}\p{Me}\p{Cf}]/u, 0],
  [/[ijl.,:;'’‘|!]/u, 0.4],
  [/[\s()[\]frtI\-–]/u, 0.48],
  [/[mwMW@%—…]/u, 1.06],
  [/[A-Z]/u, 0.86],
  [/[a-z0-9]/u, 0.7],
  [/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u, 0.9]
]
const DEFAULT_WIDTH_FACTOR = 1.15

const known = new Map<string, number>()

function widthOfSign(sign: string): number {
  let width = known.get(sign)
  if (width === undefined) {
    width = WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? DEFAULT_WIDTH_FACTOR
    if (known.size < 4096) known.set(sign, width)
  }
  return width
}

/** An upper bound for the width of a text in pixels at a font size. Stops measuring beyond `most`. */
export function widthOf(text: string, size: number, most = Infinity): number {
  let width = 0
  for (const sign of text) {
    width += widthOfSign(sign) * size
    if (width > most) break
  }
  return width
}

const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** The longest beginning of a text that surely fits on a line, with … if it was shortened. */
export function cutTo(text: string, size: number, most: number): string {
  const line = plain(text)
  if (widthOf(line, size, most) <= most) return line
  const room = most - widthOf('…', size)
  let [fitting, width] = ['', 0]
  for (const sign of line) {
    width += widthOfSign(sign) * size
    if (width > room) break
    fitting += sign
  }
  return `${fitting.trimEnd()}…`
}

/** Breaks a text into at most `lines` lines between words. Shortens the last one if needed. */
export function wrapped(text: string, size: number, most: number, lines: number): string[] {
  const words = plain(text.slice(0, 1000)).split(' ')
  const fitted: string[] = []
  while (words.length > 0 && fitted.length < lines) {
    if (fitted.length === lines - 1) return [...fitted, cutTo(words.join(' '), size, most)]
    let line = words.shift() ?? ''
    while (words.length > 0 && widthOf(`${line} ${words[0]}`, size, most) <= most) line += ` ${words.shift()}`
    // A single word that is too long can't be broken, so the rest follows it on the shortened line.
    if (widthOf(line, size, most) > most) return [...fitted, cutTo([line, ...words].join(' '), size, most)]
    fitted.push(line)
  }
  return fitted
}
