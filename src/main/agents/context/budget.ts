import type { ContextPiece, TableSettings, Tier } from '../../../shared/table/turns'
import { own } from '../../../shared/base/json'
import { defused, fenced } from './fence'
import { beginning, sentences, tokensOf } from './tokens'

export type Tiers = TableSettings['tiers']

/** The maximum number of tokens of a direction file, including its marks. */
export const MAX_DIRECTION_TOKENS = 500

/**
 * The kinds of pieces in each tier, with the maximum tokens of one piece. Kinds that come first are placed first: when a tier is full, the last kinds
 * are dropped. Of pieces of one kind, those with the higher `urgency` are placed first, then the earlier ones. `cold` is for lookups, which come as
 * results of tools (`lookedUp`).
 */
export const PIECE_KINDS = {
  frame: { rules: 1200, role: 1000, planning: 500, craft: 600, outputs: 900, style: 400, direction: MAX_DIRECTION_TOKENS, you: 200, game: 900 },
  hot: {
    now: 700,
    skills: 1800,
    record: 4000,
    sheet: 500,
    scene: 300,
    log: 2600,
    place: 800,
    here: 300,
    preparation: 300,
    plan: 220,
    private: 700,
    order: 400,
    guide: 700,
    people: 900,
    person: 250,
    about: 700,
    beliefs: 300,
    facts: 500,
    tree: 400,
    memory: 400,
    note: 350,
    narratives: 600
  },
  warm: {
    due: 900,
    event: 900,
    campaign: 900,
    quests: 400,
    threads: 500,
    life: 500,
    session: 900,
    notes: 300,
    recap: 600,
    factions: 300,
    ties: 300,
    lesserNarratives: 300
  },
  cold: {}
} as const satisfies Record<Tier, Record<string, number>>
/** The kinds of pieces in each tier by rank, with the maximum tokens of one piece. */
export type Kinds = Record<Tier, Readonly<Record<string, number>>>
export type PieceKind = { [T in Tier]: keyof (typeof PIECE_KINDS)[T] }[Tier]

/** A piece before it is decided whether it fits. */
export interface PieceDraft {
  id: string
  kind: PieceKind
  tier: Tier
  title: string
  source: string
  /** Its parts in order, joined by line breaks. Those that don't fit are left out whole, from the end, or with `keep: 'last'` from the beginning. */
  parts: readonly string[]
  keep?: 'last'
  /** The rank of each part: if not all fit, those with a higher rank stay, in their order. */
  rank?: readonly number[]
  /** Of the pieces of one kind, those with a higher urgency are placed first. */
  urgency?: number
  /** The text is our own and needs no marks around it. */
  ours?: true
  /** The text is the designer's direction, which has its own marks. */
  direction?: true
  /** Why the piece has no text, in a sentence. The piece is then listed as dropped. */
  missing?: string
  /** Why the piece is included, after "included: ". With `keep: 'last'` it can be a function of the number of parts that fitted. */
  why: string | ((fitted: number) => string)
}

/** A draft whose kind is the beginning of its id, as in `sheet:Wren`. */
export const draft = (
  tier: Tier,
  id: string,
  title: string,
  source: string,
  parts: readonly string[],
  why: PieceDraft['why'],
  more: Partial<PieceDraft> = {}
): PieceDraft => ({ id, kind: id.replace(/:.*/s, '') as PieceKind, tier, title, source, parts, why, ...more })

/** The minimum number of tokens to which a piece is cut; a list is useful with one of its entries. */
const MIN_CUT_TOKENS = 40
const MIN_ENTRY_TOKENS = 10
/** The number of characters of a dropped piece that the inspector shows. */
const MAX_GLIMPSE_CHARS = 240

/** How pieces are shortened: `more` ends a shortened text, and `beginning` gives what of a part still fits. */
interface Manner {
  kinds: Kinds
  more: string
  beginning: typeof beginning
}
const FULL: Manner = { kinds: PIECE_KINDS, more: '[More of this was left out.]', beginning }
/** With these kinds, and cut only between sentences. */
export const lean = (kinds: Kinds): Manner => ({ kinds, more: '[…]', beginning: sentences })

/** Decides which pieces are in a context: each tier takes pieces by rank until it is full. Returns the pieces in the order of the context. */
export function fit(drafts: readonly PieceDraft[], tiers: Tiers, manner: Manner = FULL): ContextPiece[] {
  const pieces = new Map<PieceDraft, ContextPiece>()
  for (const tier of ['frame', 'hot', 'warm', 'cold'] as const) {
    const ranks = Object.keys(manner.kinds[tier])
    const served: ContextPiece[] = []
    let left = tiers[tier]
    const inTier = drafts.filter((draft) => draft.tier === tier)
    for (const draft of inTier.toSorted((a, b) => ranks.indexOf(a.kind) - ranks.indexOf(b.kind) || (b.urgency ?? 0) - (a.urgency ?? 0))) {
      const piece = place(draft, { left, allowed: tiers[tier], served }, manner)
      pieces.set(draft, piece)
      if (!piece.kept) continue
      served.push(piece)
      left -= piece.tokens
    }
  }
  return drafts.map((draft) => pieces.get(draft) as ContextPiece)
}

interface Room {
  left: number
  allowed: number
  served: readonly ContextPiece[]
}

function place(draft: PieceDraft, { left, allowed, served }: Room, manner: Manner): ContextPiece {
  const { id, title, tier, source } = draft
  const maxTokens = own(manner.kinds[tier], draft.kind) ?? 0
  if (draft.missing !== undefined) return { id, title, tier, source, text: '', tokens: 0, kept: false, why: `dropped: ${draft.missing}` }
  const marked = (text: string): string => (draft.ours ? text : fenced(id, text, draft.direction ? 'direction' : 'story'))
  // A text that is far too long is not read to its end.
  const parts = draft.ours ? draft.parts : draft.parts.map((part) => defused(part.slice(0, maxTokens * 12)))
  const whole = marked(parts.join('\n'))
  const tokens = tokensOf(whole)
  const why = (fitted: number): string => (typeof draft.why === 'string' ? draft.why : draft.why(fitted))
  const piece = { id, title, tier, source }
  if (tokens <= Math.min(maxTokens, left)) return { ...piece, text: whole, tokens, kept: true, why: `included: ${why(parts.length)}` }
  const room = Math.min(maxTokens, left) - tokensOf(marked('')) - 16
  const { text, fitted } = room < (draft.rank ? MIN_ENTRY_TOKENS : MIN_CUT_TOKENS) ? { text: '', fitted: 0 } : cut(parts, room, draft, manner)
  if (text !== '') {
    const shortened = marked(draft.keep === 'last' ? text : `${text}\n${manner.more}`)
    const because = left < maxTokens ? `the ${tier} tier has no more room` : `a piece of this kind takes at most ${maxTokens}`
    const short = typeof draft.why === 'string' ? `${draft.why}; cut from ${tokens} tokens` : why(fitted)
    return { ...piece, text: shortened, tokens: tokensOf(shortened), kept: true, why: `included: ${short}, because ${because}` }
  }
  const takers = served.map((other) => other.id)
  const by = takers.length > 3 ? `${takers.slice(0, 3).join(', ')} and ${takers.length - 3} more` : takers.join(', ') || 'nothing'
  const reason = `dropped: the ${tier} tier allows ${allowed} tokens and ${allowed - left} are taken by ${by}`
  return { ...piece, text: whole.slice(0, MAX_GLIMPSE_CHARS), tokens, kept: false, why: reason }
}

/** As many parts as fit, from one end or by rank. If the first one alone is too long, its beginning. */
function cut(parts: readonly string[], room: number, { keep, rank }: PieceDraft, manner: Manner): { text: string; fitted: number } {
  const numbered = parts.map((part, at) => ({ part, at }))
  const inTurn = rank ? numbered.toSorted((a, b) => (rank[b.at] ?? 0) - (rank[a.at] ?? 0)) : keep === 'last' ? numbered.toReversed() : numbered
  const lines: { text: string; at: number }[] = []
  let left = room
  for (const { part, at } of inTurn) {
    const tokens = tokensOf(`${part}\n`)
    if (tokens > left) {
      if (rank && lines.length > 0) continue
      const piece = lines.length === 0 || manner !== FULL ? manner.beginning(part, left) : ''
      if (piece.trim() !== '') lines.push({ text: piece, at })
      break
    }
    lines.push({ text: part, at })
    left -= tokens
  }
  const inOrder = lines.toSorted((a, b) => a.at - b.at)
  return { text: inOrder.map(({ text }) => text).join('\n'), fitted: lines.length }
}
