import type { SessionRow } from './rows'

/** What can make a session unusual: how it ended, what few sessions reached, and numbers far from those of the others. */
export const ODD_KINDS = ['ending', 'event', 'place', 'fact', 'dead', 'stuck', 'beats', 'minutes'] as const
export type OddKind = (typeof ODD_KINDS)[number]

/** The number of sessions that a run needs before anything in it is called unusual, and the share of sessions up to which a thing is rare. */
export const MIN_SESSIONS_FOR_ODD = 20
export const RARE_SHARE = 0.05

/** Something unusual of one session. `id`: of the event, place, fact or character; empty for a number. */
export interface OddFinding {
  session: number
  kind: OddKind
  id: string
  /** The beat at which it came about, from 1. */
  beat: number
  /** The sessions that are so, or at least as far from the others. */
  alike: number
  /** The number that is unusual, and the median of all sessions; 0 for what is no number. */
  value: number
  median: number
}

/** Why a session is unusual, in a sentence. */
export interface OddReason extends Pick<OddFinding, 'kind' | 'id' | 'beat' | 'alike'> {
  words: string
}

/** An unusual session. `at`: the beat at which it became so, by its first reason. The most telling reason comes first. */
export interface OddSession extends Pick<SessionRow, 'session' | 'seed' | 'party' | 'ending' | 'beats'> {
  at: number
  why: OddReason[]
}

/** The most unusual sessions of a run. `played`: the sessions that they were chosen from. */
export interface OddSessions {
  played: number
  sessions: OddSession[]
}

/** How surprising it is that a session is like `alike` of `of` sessions, in bits. */
const bitsOf = ({ alike }: Pick<OddFinding, 'alike'>, of: number): number => Math.log2(of / alike)

/**
 * The most unusual sessions, by their findings: the sum of the bits of the most surprising finding of each kind, because findings of one kind often
 * come together. A finding that was shown already counts half as much in each later session, so that the list isn't the same ending ten times. The
 * findings of a session come in the order in which they counted. `of`: the number of sessions of the run.
 */
export function oddest(findings: readonly OddFinding[], of: number, count: number): { session: number; findings: OddFinding[] }[] {
  const left = new Map<number, OddFinding[]>()
  for (const one of findings) left.set(one.session, [...(left.get(one.session) ?? []), one])
  const shown = new Map<string, number>()
  const keyOf = ({ kind, id }: OddFinding): string => `${kind} ${id}`
  const worth = (one: OddFinding): number => bitsOf(one, of) / 2 ** (shown.get(keyOf(one)) ?? 0)
  const scoreOf = (own: readonly OddFinding[]): number => {
    const best = new Map<OddKind, number>()
    for (const one of own) best.set(one.kind, Math.max(best.get(one.kind) ?? 0, worth(one)))
    return [...best.values()].reduce((sum, bits) => sum + bits, 0)
  }
  const chosen: { session: number; findings: OddFinding[] }[] = []
  while (chosen.length < count && left.size > 0) {
    const scored = [...left].map(([session, own]) => ({ session, own, score: scoreOf(own) }))
    const best = scored.reduce((a, b) => (b.score > a.score || (b.score === a.score && b.session < a.session) ? b : a))
    const ordered = best.own.toSorted((a, b) => worth(b) - worth(a) || ODD_KINDS.indexOf(a.kind) - ODD_KINDS.indexOf(b.kind) || a.beat - b.beat)
    chosen.push({ session: best.session, findings: ordered })
    for (const one of best.own) shown.set(keyOf(one), (shown.get(keyOf(one)) ?? 0) + 1)
    left.delete(best.session)
  }
  return chosen
}
