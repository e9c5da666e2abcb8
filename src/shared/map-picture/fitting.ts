/** Widths of signs as parts of the size of a font, at least what common fonts need: which one will be there is not known. */
const WIDTHS: readonly [RegExp, number][] = [
  // What stands on the sign before it, and what is not seen.
  [/[\p{Mn}\p{Me}\p{Cf}]/u, 0],
  [/[ijl.,:;'’‘|!]/u, 0.4],
  [/[\s()[\]frtI\-–]/u, 0.48],
  [/[mwMW@%—…]/u, 1.06],
  [/[A-Z]/u, 0.86],
  [/[a-z0-9]/u, 0.7],
  [/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u, 0.9]
]
const OTHERS = 1.15

const known = new Map<string, number>()

function widthOfSign(sign: string): number {
  let width = known.get(sign)
  if (width === undefined) {
    width = WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? OTHERS
    if (known.size < 4096) known.set(sign, width)
  }
  return width
}

/** About how wide a text is at most, in pixels, in a font of this size; no more of it is measured than is needed to be wider than `most`. */
export function widthOf(text: string, size: number, most = Infinity): number {
  let width = 0
  for (const sign of text) {
    width += widthOfSign(sign) * size
    if (width > most) break
  }
  return width
}

const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** As much of a text as is sure to fit on a line, with … where something is cut off. */
export function cutTo(text: string, size: number, most: number): string {
  const line = plain(text)
  if (widthOf(line, size, most) <= most) return line
  const room = most - widthOf('…', size)
  let [kept, width] = ['', 0]
  for (const sign of line) {
    width += widthOfSign(sign) * size
    if (width > room) break
    kept += sign
  }
  return `${kept.trimEnd()}…`
}

/** A text on at most so many lines, broken between words; the last one is cut. */
export function wrapped(text: string, size: number, most: number, lines: number): string[] {
  const words = plain(text.slice(0, 1000)).split(' ')
  const found: string[] = []
  while (words.length > 0 && found.length < lines) {
    if (found.length === lines - 1) return [...found, cutTo(words.join(' '), size, most)]
    let line = words.shift() ?? ''
    while (words.length > 0 && widthOf(`${line} ${words[0]}`, size, most) <= most) line += ` ${words.shift()}`
    // A word that is too long for a line leaves nothing to break: what is left goes on behind it.
    if (widthOf(line, size, most) > most) return [...found, cutTo([line, ...words].join(' '), size, most)]
    found.push(line)
  }
  return found
}
