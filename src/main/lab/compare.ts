import { equal, own } from '../../shared/base/json'
import type { ComparedMean, ComparedShare, FirstDifferent, LabComparison, VersusWatch } from '../../shared/lab/comparison'
import { COMPARED_LABELS, COMPARED_NUMBERS, type ComparedNumber } from '../../shared/lab/kinds'
import type { LabMark, LabRun } from '../../shared/lab/report'
import { ENDINGS, type SessionRow } from '../../shared/lab/rows'
import { CONFIDENCE, type Difference, meanOf, momentsOf, pairedMeans, pairedShares, shareOf } from '../../shared/lab/statistics'
import type { GameState } from '../../shared/story/state'
import { Problem } from '../../shared/base/problem'
import type { ResultsPort } from './results/port'

/** The most pairs whose first difference is named. */
const MAX_FIRST = 5

type NamedWorld = { state: Pick<GameState, 'places' | 'actors'>; lore: { story: readonly { id: string; title: string }[] } }

/** The name of what a comparison lists. */
function nameIn({ state, lore }: NamedWorld, kind: ComparedShare['kind'], id: string): string {
  if (kind === 'ending') return ENDINGS[id as SessionRow['ending']]
  if (kind === 'event') return lore.story.find((event) => event.id === id)?.title ?? id
  if (kind === 'place') return own(state.places, id)?.name ?? id
  return (kind === 'death' || kind === 'fall' ? own(state.actors, id)?.name : undefined) ?? id
}

export interface Side {
  run: LabRun
  results: ResultsPort
}

/** What is true of sessions of a run: for each thing its numbers of sessions. */
interface Holding {
  kind: ComparedShare['kind']
  id: string
  mark: LabMark
  sessions: Set<number>
}

/**
 * Compares two runs on the same seeds in pairs; `confidence`: of all intervals. Things have their names in `world`. Throws Problem `bad-input` if they
 * have no seed in common.
 */
export async function compareRuns(a: Side, b: Side, world: NamedWorld, confidence = CONFIDENCE): Promise<LabComparison> {
  const [rowsA, rowsB] = await Promise.all([a, b].map(({ results }) => results.rows<SessionRow>('SELECT * FROM session ORDER BY session')))
  const bySeed = new Map((rowsB ?? []).map((row) => [row.seed, row]))
  const pairs = (rowsA ?? []).flatMap((row): [SessionRow, SessionRow][] => {
    const other = bySeed.get(row.seed)
    return other ? [[row, other]] : []
  })
  if (pairs.length === 0)
    throw new Problem('bad-input', 'These runs have no seed in common, so they can’t be compared in pairs. Play both with the same first seed.')
  const different = pairs.filter(([one, other]) => one.digest !== other.digest)
  return {
    a: a.run,
    b: b.run,
    pairs: pairs.length,
    same: pairs.length - different.length,
    confidence,
    shares: await sharesOf(a.results, b.results, pairs, (kind, id) => nameIn(world, kind, id), confidence),
    means: COMPARED_NUMBERS.map((of) => meanBetween(of, pairs, confidence)),
    first: await firstDifferent(a.results, b.results, different.slice(0, MAX_FIRST), world)
  }
}

/** The difference of what a comparison watches; none where no session of either side has it. */
export function differenceIn({ shares, means, pairs }: LabComparison, on: VersusWatch): Difference {
  const found = 'number' in on ? means.find(({ of }) => of === on.number) : shares.find(({ mark }) => equal(mark, on.mark))
  return found?.difference ?? pairedShares({ both: 0, first: 0, second: 0, neither: pairs })
}

function meanBetween(of: ComparedNumber, pairs: readonly [SessionRow, SessionRow][], confidence: number): ComparedMean {
  const mean = (side: 0 | 1): ComparedMean['a'] => meanOf(momentsOf(pairs.map((pair) => pair[side][of])), confidence)
  return {
    of,
    label: COMPARED_LABELS[of],
    a: mean(0),
    b: mean(1),
    difference: pairedMeans(
      pairs.map(([one, other]) => other[of] - one[of]),
      confidence
    )
  }
}

async function sharesOf(
  a: ResultsPort,
  b: ResultsPort,
  pairs: readonly [SessionRow, SessionRow][],
  nameOf: (kind: ComparedShare['kind'], id: string) => string,
  confidence: number
): Promise<ComparedShare[]> {
  const [heldA, heldB] = await Promise.all([holdingIn(a), holdingIn(b)])
  const shares = [...new Map([...heldA, ...heldB]).values()].map(({ kind, id, mark }): ComparedShare => {
    const [inA, inB] = [heldA, heldB].map((held) => held.get(`${kind} ${id}`)?.sessions ?? new Set<number>()) as [Set<number>, Set<number>]
    const counts = { both: 0, first: 0, second: 0, neither: 0 }
    for (const [one, other] of pairs) {
      const [is, was] = [inA.has(one.session), inB.has(other.session)]
      counts[is ? (was ? 'both' : 'first') : was ? 'second' : 'neither']++
    }
    return {
      kind,
      label: nameOf(kind, id),
      a: shareOf(counts.both + counts.first, pairs.length, confidence),
      b: shareOf(counts.both + counts.second, pairs.length, confidence),
      difference: pairedShares(counts, confidence),
      mark
    }
  })
  return shares.toSorted((one, other) => clarity(other.difference) - clarity(one.difference) || (one.label < other.label ? -1 : 1))
}

/** How clearly a difference is none: its size in half widths of its interval. */
const clarity = ({ value, low, high }: Difference): number =>
  high > low ? Math.abs(value) / (high - low) : value === 0 ? 0 : Number.POSITIVE_INFINITY

const HELD: readonly { kind: ComparedShare['kind']; sql: string; mark: (id: string) => LabMark }[] = [
  { kind: 'ending', sql: 'SELECT ending AS id, session FROM session', mark: (id) => ({ kind: 'ending', ending: id as SessionRow['ending'] }) },
  {
    kind: 'event',
    sql: "SELECT DISTINCT id, session FROM outcome WHERE kind = 'event-over'",
    mark: (id) => ({ kind: 'outcome', of: 'event-over', id })
  },
  { kind: 'fact', sql: "SELECT DISTINCT id, session FROM outcome WHERE kind = 'fact'", mark: (id) => ({ kind: 'outcome', of: 'fact', id }) },
  {
    kind: 'quest',
    sql: "SELECT DISTINCT id, session FROM outcome WHERE kind = 'quest' AND value = 'completed'",
    mark: (id) => ({ kind: 'outcome', of: 'quest', id })
  },
  { kind: 'place', sql: 'SELECT DISTINCT place AS id, session FROM visit', mark: (place) => ({ kind: 'visited', place }) },
  { kind: 'death', sql: "SELECT DISTINCT id, session FROM outcome WHERE kind = 'dead'", mark: (id) => ({ kind: 'outcome', of: 'dead', id }) },
  { kind: 'fall', sql: "SELECT DISTINCT id, session FROM outcome WHERE kind = 'down'", mark: (id) => ({ kind: 'outcome', of: 'down', id }) },
  { kind: 'action', sql: "SELECT id, session FROM exercise WHERE kind = 'action'", mark: (id) => ({ kind: 'exercised', of: 'action', id }) },
  {
    kind: 'failure',
    sql: "SELECT DISTINCT place_in_rules AS id, session FROM action WHERE place_in_rules <> ''",
    mark: (where) => ({ kind: 'failure', where })
  }
]

async function holdingIn(results: ResultsPort): Promise<Map<string, Holding>> {
  const found = new Map<string, Holding>()
  for (const { kind, sql, mark } of HELD) {
    const rows = await results.rows<{ id: string; sessions: number[] }>(`SELECT id, list(session) AS sessions FROM (${sql}) GROUP BY id`)
    for (const { id, sessions } of rows) found.set(`${kind} ${id}`, { kind, id, mark: mark(id), sessions: new Set(sessions) })
  }
  return found
}

interface PlayedBeat {
  actor: string
  action: string
  status: string
  place: string
  labels: string[] | null
  dice: string[] | null
  totals: number[] | null
}

/** A beat in words: "Wren: talk, success, at Throat Yard (reaction 2d6 = 8)". */
function beatWords({ actor, action, status, place, labels, dice, totals }: PlayedBeat, { state }: NamedWorld): string {
  const rolls = (totals ?? []).map((total, i) => `${labels?.[i] ?? ''} ${dice?.[i] ?? ''} = ${total}`.trim())
  const plain = (id: string): string => id.replaceAll(/[-_]/g, ' ')
  const what = [plain(action), ...(status === '' ? [] : [plain(status)]), ...(place === '' ? [] : [`at ${own(state.places, place)?.name ?? place}`])]
  return `${own(state.actors, actor)?.name ?? actor}: ${what.join(', ')}${rolls.length === 0 ? '' : ` (${rolls.join(', ')})`}`
}

/** Where the sessions of pairs differ first: the beat of each side, in words. */
async function firstDifferent(
  a: ResultsPort,
  b: ResultsPort,
  pairs: readonly [SessionRow, SessionRow][],
  world: NamedWorld
): Promise<FirstDifferent[]> {
  const played = async (results: ResultsPort, session: number): Promise<{ words: string }[]> =>
    (
      await results.rows<PlayedBeat>(
        `SELECT any_value(b.actor) AS actor, any_value(b.action) AS action, any_value(b.status) AS status, any_value(b.place) AS place,
                list(r.label ORDER BY r.rowid) FILTER (r.beat IS NOT NULL) AS labels, list(r.dice ORDER BY r.rowid) FILTER (r.beat IS NOT NULL) AS dice,
                list(r.total ORDER BY r.rowid) FILTER (r.beat IS NOT NULL) AS totals
         FROM beat b LEFT JOIN roll r ON r.session = b.session AND r.beat = b.beat WHERE b.session = $1 GROUP BY b.beat ORDER BY b.beat`,
        [session]
      )
    ).map((beat) => ({ words: beatWords(beat, world) }))
  const found = await Promise.all(
    pairs.map(async ([one, other]): Promise<FirstDifferent[]> => {
      const [inA, inB] = await Promise.all([played(a, one.session), played(b, other.session)])
      const at = Array.from({ length: Math.max(inA.length, inB.length) }, (_, i) => i).find((i) => inA[i]?.words !== inB[i]?.words)
      // Sessions whose words alone differ have no such beat.
      if (at === undefined) return []
      const side = (session: number, rows: { words: string }[]): FirstDifferent['a'] => ({
        session,
        beat: Math.min(at + 1, rows.length),
        words: rows[at]?.words ?? 'the session is over'
      })
      return [{ seed: one.seed, a: side(one.session, inA), b: side(other.session, inB) }]
    })
  )
  return found.flat()
}
