/** Why a regular expression can't be compiled or may take exponentially long: a few words to follow "because". Returns undefined for a sound one. */
export function regexFault(pattern: string): string | undefined {
  try {
    RegExp(pattern)
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /su, '') : ''
    return `it isn't a regular expression (${reason === '' ? 'unreadable' : reason.toLowerCase()})`
  }
  if (depthOf(pattern) > MAX_DEPTH) return 'its groups lie too deep in each other'
  const repeated = explosiveIn(parse(pattern))
  return repeated === undefined ? undefined : `“${repeated}” can match the same text in too many ways and would stop the play`
}

/** The maximum nesting of groups. */
const MAX_DEPTH = 200

/** The nesting depth of a pattern's parentheses, those in character classes included. */
function depthOf(pattern: string): number {
  let [depth, deepest] = [0, 0]
  for (const { 0: sign } of pattern.matchAll(/\\.|[()]/gs)) {
    if (sign === '(') deepest = Math.max(deepest, ++depth)
    else if (sign === ')') depth--
  }
  return deepest
}

/** A part of a pattern: the characters that it may begin with (a set of `SIGNS`), whether it may be empty, and its source. */
interface Part {
  readonly source: string
  readonly first: bigint
  readonly nullable: boolean
  /** For an unbounded repetition: what it repeats. */
  readonly repeats?: Part
  /** For a group: its alternatives, each a sequence of parts. */
  readonly options?: readonly (readonly Part[])[]
}

/** Characters that represent all others: ASCII, and one of each other kind. */
const SIGNS: readonly string[] = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', 'Ω', '中', '\u2028']
const ALL = (1n << BigInt(SIGNS.length)) - 1n

/** The source of the first repetition in a part that can match a text in exponentially many ways. */
function explosiveIn(part: Part): string | undefined {
  if (part.repeats && isAmbiguous(part.repeats)) return part.source
  for (const one of [...(part.repeats ? [part.repeats] : []), ...(part.options ?? []).flat()]) {
    const reason = explosiveIn(one)
    if (reason !== undefined) return reason
  }
  return undefined
}

/**
 * Whether repeating a part gives several ways to match one text: two alternatives match the same character, or an inner repetition can continue where
 * the part ends and begins again.
 */
function isAmbiguous(body: Part): boolean {
  const options = body.options ?? [[body]]
  const single = options.filter((option) => option.length === 1 && option[0] && !option[0].options && !option[0].repeats)
  if (single.some(([one], k) => single.slice(k + 1).some(([other]) => ((one?.first ?? 0n) & (other?.first ?? 0n)) !== 0n))) return true
  if (options.some((option, k) => options.slice(k + 1).some((other) => sourceOf(option) === sourceOf(other)))) return true
  return options.some((option) =>
    option.some((part, at) => {
      if (part.options && !part.repeats && option.every((one, k) => k === at || one.nullable)) return isAmbiguous(part)
      const inner = part.repeats
      if (!inner) return false
      const following = [...option.slice(at + 1), ...option.slice(0, at)]
      for (const next of following) {
        if ((next.first & inner.first) !== 0n && !next.nullable) return true
        if (!next.nullable) return false
      }
      return true
    })
  )
}

const sourceOf = (parts: readonly Part[]): string => parts.map(({ source }) => source).join('')

/** Reads a valid pattern. Look-arounds and back-references count as empty. */
function parse(pattern: string): Part {
  let at = 0
  const alternatives = (): Part => {
    const start = at
    const options: Part[][] = [[]]
    while (at < pattern.length && pattern[at] !== ')') {
      if (pattern[at] === '|') {
        at++
        options.push([])
      } else options.at(-1)?.push(quantified())
    }
    return {
      source: pattern.slice(start, at),
      first: options.reduce((set, option) => set | firstOf(option), 0n),
      nullable: options.some((option) => option.every(({ nullable }) => nullable)),
      options
    }
  }
  const quantified = (): Part => {
    const start = at
    const one = atom()
    const quantifier = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(pattern.slice(at))
    if (!quantifier) return one
    at += quantifier[0].length
    const [whole, least, comma, most] = quantifier
    const unbounded = /^[*+]/.test(whole) || (comma === ',' && most === '')
    const nullable = one.nullable || /^[*?]/.test(whole) || least === '0'
    const source = pattern.slice(start, at)
    return unbounded ? { source, first: one.first, nullable, repeats: one } : { ...one, source, nullable }
  }
  const atom = (): Part => {
    const start = at
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(pattern.slice(at))?.[0]
    if (opening !== undefined) {
      at += opening.length
      const inner = alternatives()
      at++
      const source = pattern.slice(start, at)
      return /^\(\?<?[=!]/.test(opening) ? { source, first: 0n, nullable: true } : { ...inner, source }
    }
    const source =
      /^(?:\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|.)/isu.exec(pattern.slice(at))?.[0] ??
      pattern.slice(at, at + 1)
    at += source.length
    if (/^(?:\^|\$|\\[bB]|\\[1-9k])/.test(source)) return { source, first: 0n, nullable: true }
    return { source, first: signsOf(source), nullable: false }
  }
  return alternatives()
}

function firstOf(option: readonly Part[]): bigint {
  let set = 0n
  for (const { first, nullable } of option) {
    set |= first
    if (!nullable) break
  }
  return set
}

const known = new Map<string, bigint>()

/** The characters that an atom matches, as the regular expression engine itself reports. */
function signsOf(source: string): bigint {
  let set = known.get(source)
  if (set !== undefined) return set
  try {
    const sign = RegExp(`^(?:${source})$`)
    set = SIGNS.reduce((found, one, k) => (sign.test(one) ? found | (1n << BigInt(k)) : found), 0n)
  } catch {
    set = ALL
  }
  if (known.size < 1000) known.set(source, set)
  return set
}
