import { memoized } from '../../shared/base/memoized'
import { parsePattern, type PatternNode, type Units } from '../play/pattern-syntax'

/** The maximum nesting of groups. */
const MAX_DEPTH = 200

/** Why a regular expression can't be compiled or may take exponentially long: a few words to follow "because". Returns undefined for a sound one. */
export function regexFault(pattern: string): string | undefined {
  try {
    RegExp(pattern)
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /su, '') : ''
    return `it isn't a regular expression (${reason === '' ? 'unreadable' : reason.toLowerCase()})`
  }
  const parsed = parsePattern(pattern, MAX_DEPTH)
  // The play doesn't know modifiers of groups either, and says so.
  if (!parsed) return /\(\?[a-z]*-?[a-z]*:/.test(pattern.replaceAll('(?:', '(')) ? undefined : 'its groups lie too deep in each other'
  const repeated = explosiveIn(parsed.root)
  return repeated === undefined ? undefined : `“${repeated}” can match the same text in too many ways and would stop the play`
}

/** Characters that represent all others: ASCII, and one of each other kind. */
const SIGNS: readonly number[] = [...Array.from({ length: 128 }, (_, code) => code), ...['é', 'Ω', '中', '\u2028'].map((one) => one.charCodeAt(0))]

/** The source of the first repetition in a pattern that can match a text in exponentially many ways. Look-arounds count as empty. */
function explosiveIn(node: PatternNode): string | undefined {
  if (isEndless(node) && isAmbiguous(node.body)) return node.source
  const inside = node.kind === 'repeat' || node.kind === 'group' ? [node.body] : (optionsOf(node) ?? []).flat()
  for (const one of inside) {
    const source = explosiveIn(one)
    if (source !== undefined) return source
  }
  return undefined
}

type Repeat = Extract<PatternNode, { kind: 'repeat' }>
const isEndless = (node: PatternNode): node is Repeat => node.kind === 'repeat' && node.most === Infinity

/** The alternatives of a group, each a sequence of parts; undefined for a single part. A limited repetition counts as its body. */
function optionsOf(node: PatternNode): (readonly PatternNode[])[] | undefined {
  if (node.kind === 'choice') return node.options.map(partsOf)
  if (node.kind === 'sequence') return [node.parts]
  if (node.kind === 'group') return optionsOf(node.body) ?? [[node.body]]
  return node.kind === 'repeat' && node.most !== Infinity ? optionsOf(node.body) : undefined
}
const partsOf = (node: PatternNode): readonly PatternNode[] => (node.kind === 'sequence' ? node.parts : [node])

/** Whether repeating a part matches a text in several ways: alternatives share a character, or an inner repetition continues at the seam. */
function isAmbiguous(body: PatternNode): boolean {
  const options = optionsOf(body) ?? [[body]]
  const single = options.flatMap((parts) => (parts.length === 1 && parts[0] && !isEndless(parts[0]) && !optionsOf(parts[0]) ? parts[0] : []))
  if (single.some((one, k) => single.slice(k + 1).some((other) => (firstOf(one).first & firstOf(other).first) !== 0n))) return true
  const choice = body.kind === 'group' ? body.body : body
  if (choice.kind === 'choice' && new Set(choice.sources).size < choice.sources.length) return true
  return options.some((parts) =>
    parts.some((part, at) => {
      if (optionsOf(part) && parts.every((one, k) => k === at || firstOf(one).nullable)) return isAmbiguous(part)
      if (!isEndless(part)) return false
      for (const next of [...parts.slice(at + 1), ...parts.slice(0, at)]) {
        const { first, nullable } = firstOf(next)
        if (!nullable) return (first & firstOf(part.body).first) !== 0n
      }
      return true
    })
  )
}

interface Beginning {
  /** The characters that a part may begin with, as a set of `SIGNS`. */
  readonly first: bigint
  readonly nullable: boolean
}
const firstOf = memoized(beginning)

function beginning(node: PatternNode): Beginning {
  if (node.kind === 'unit') return { first: signsIn(node.units), nullable: false }
  if (node.kind === 'group') return firstOf(node.body)
  if (node.kind === 'repeat') return { first: firstOf(node.body).first, nullable: node.least === 0 || firstOf(node.body).nullable }
  const options = node.kind === 'choice' || node.kind === 'sequence' ? (optionsOf(node) ?? []) : [[]]
  const each = options.map((parts) => {
    const end = parts.findIndex((part) => !firstOf(part).nullable)
    return { first: parts.slice(0, end < 0 ? undefined : end + 1).reduce((set, part) => set | firstOf(part).first, 0n), nullable: end < 0 }
  })
  return { first: each.reduce((set, { first }) => set | first, 0n), nullable: each.some(({ nullable }) => nullable) }
}

const signsIn = (units: Units): bigint => SIGNS.reduce((set, unit, k) => (units(unit) ? set | (1n << BigInt(k)) : set), 0n)
