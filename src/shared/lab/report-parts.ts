import type { CoveredPlace } from '../analysis/coverage'
import { LAB_TITLES } from './kinds'
import { flowHeight } from './flow-drawing'
import type { MapMarkOf } from './map-drawing'
import type { Band, Distribution, Flow, LabMark, LabReport, Marked, Share } from './report'
import type { SessionEnd } from './rows'
import { shareOf } from './statistics'
import { capitalised, counted } from '../words/labels'
import { figures } from '../words/figures'
import { percent } from '../words/percent'
import { isShare, shareDetail, short, type Cell } from './share-words'

/** A row of a part of the report. `cells` follow its name, one for each other column. */
export interface PartRow {
  label: string
  cells: readonly Cell[]
  /** The sessions behind it, and the words of the filter. */
  mark?: LabMark | undefined
  words?: string
  /** Where it leads besides. */
  to?: { place: string } | { file: CoveredPlace } | { session: number; beat: number }
  tone?: Tone | undefined
  /** Its place in a chart: from `x` (to `x2`), its height or length `y`, and an interval. */
  at?: { x: number; x2?: number; y: number; low: number; high: number }
  /** Its words under the pointer in a chart. */
  tip?: string
  /** What happened there, in a row that is a mark on the map. */
  fate?: Fate
}
type Tone = 'good' | 'bad'

/** What happens to people in places. */
export const FATES = ['died', 'fell', 'turned back'] as const
type Fate = (typeof FATES)[number]

/** How a part is drawn: as horizontal bars, steps, a histogram, or a band; as a flow, or on the map with its table beside it. */
export type ChartKind = 'bars' | 'steps' | 'bins' | 'band' | 'flow' | 'map'

/** A part of the report: a table, most with a chart. */
export interface Part {
  id: string
  title: string
  about?: string
  columns: readonly string[]
  rows: readonly PartRow[]
  /** `x`: what the horizontal axis shows. `middle`: a value that is marked on it, with its words. `level`: a height that is marked. */
  chart?: { kind: ChartKind; x?: string; middle?: { at: number; words: string }; level?: number; flow?: Flow }
  /** Whether it takes the whole width. */
  isWide?: boolean
}

/** The parts of a report that have something to show, in their order. What was never reached is shown before them. */
export function partsOf(report: LabReport): Part[] {
  const parts = [...endParts(report), ...report.lengths.map(lengthPart), ...report.bands.map(bandPart), ...placeParts(report), ...ruleParts(report)]
  return parts.filter(({ rows }) => rows.length > 0)
}

const shared = (kind: string, { label, share, mark }: Marked): PartRow => ({ label, cells: [share], mark, words: `${kind}: ${label}` })

/** A share in a chart. */
const barOf = (label: string, share: Share, x = 0): Pick<PartRow, 'at' | 'tip'> => ({
  at: { x, y: share.share, low: share.low, high: share.high },
  tip: `${label}\n${shareDetail(share)}`
})

const ENDING_TONES: Partial<Record<SessionEnd, Tone>> = { ended: 'good', goal: 'good', lost: 'bad', failed: 'bad' }

function endParts({ endings, parties, survival }: LabReport): Part[] {
  return [
    {
      id: 'endings',
      title: 'Endings',
      about: 'With 95% intervals.',
      columns: ['Ending', 'Sessions'],
      rows: endings.map((one) => ({ ...shared('Ending', one), ...barOf(one.label, one.share), tone: ENDING_TONES[one.ending] })),
      chart: { kind: 'bars' },
      isWide: true
    },
    {
      id: 'parties',
      title: 'Parties',
      columns: ['Party', 'Sessions'],
      rows: parties.length > 1 ? parties.map((one) => shared('Party', one)) : []
    },
    {
      id: 'survival',
      title: 'Survival by scene',
      about: 'Sessions in which a character could still act.',
      columns: ['Scene', 'Survived', 'At risk'],
      rows: survival.map(({ scene, title, atRisk, share, mark }) => {
        const label = title === '' ? `Scene ${scene}` : `Scene ${scene}: ${title}`
        const at = { x: scene, y: share.share, low: share.low, high: share.high }
        const tip = `${label}\n${percent(share.share)} survived; 95% interval ${percent(share.low)}–${percent(share.high)}\n${counted(atRisk, 'session')} at risk`
        return { label, cells: [share, atRisk], mark, words: `Played scene ${scene}`, at, tip }
      }),
      chart: { kind: 'steps', x: 'Scene' }
    }
  ]
}

const LENGTH_TITLES = { beats: 'Beats to the end', minutes: 'Campaign minutes to the end', scenes: 'Scenes to the end' } as const

function lengthPart({ of, bins, low, median, high, mean }: Distribution): Part {
  const isWhole = of !== 'minutes'
  const ends = [low, high].map((end) => (isWhole ? Math.round(end) : short(end)))
  const isAlways = mean.low === mean.high && low === high
  return {
    id: `length-${of}`,
    title: LENGTH_TITLES[of],
    about: isAlways
      ? `Always ${short(low)}.`
      : `Eight in ten: ${[...new Set(ends)].join('–')}. Mean ${short(mean.value)} ± ${short((mean.high - mean.low) / 2)} (95%).`,
    columns: [capitalised(of), 'Sessions'],
    rows: bins.map(({ from, to, count }) => {
      // Of whole numbers the last one is named; other bins end before the next one begins.
      const last = isWhole ? to - 1 : to
      const label = from >= last ? figures(from) : `${figures(from)}–${figures(last)}`
      return {
        label,
        cells: [count],
        mark: { kind: 'number', of, least: from, below: to },
        words: `${capitalised(of)}: ${label}`,
        // The bar of a whole number is centred on it.
        at: { x: isWhole ? from - 0.5 : from, x2: isWhole ? to - 0.5 : to, y: count, low: 0, high: count },
        tip: `${capitalised(of)}: ${label}\n${counted(count, 'session')}`
      }
    }),
    chart: { kind: 'bins', x: capitalised(of), middle: { at: median, words: `median ${short(median)}` } }
  }
}

function bandPart({ name, points }: Band): Part {
  return {
    id: `band-${name}`,
    title: name,
    about: 'Median and eight in ten.',
    columns: ['Beat', 'Tenth', 'Median', 'Nine tenths', 'Sessions'],
    rows: points.map(({ beat, low, median, high, sessions }) => ({
      label: figures(beat),
      cells: [short(low), short(median), short(high), sessions],
      mark: { kind: 'value', name, beat, least: low, most: high },
      words: `${name} ${low === high ? short(low) : `${short(low)}–${short(high)}`} at beat ${figures(beat)}`,
      at: { x: beat, y: median, low, high },
      tip: `Beat ${figures(beat)}\nMedian ${short(median)}, eight in ten ${short(low)}–${short(high)}\n${counted(sessions, 'session')}`
    })),
    chart: { kind: 'band', x: 'Beat' }
  }
}

/** Beyond any value of a game. */
const FAR = 1e12

/** The mark of a point of a band: sessions within it or, above or below, outside of it. `y`: the value that was pointed at. */
export function bandMark({ mark, words = '' }: PartRow, y: number): Pick<PartRow, 'mark' | 'words'> {
  if (mark?.kind !== 'value') return {}
  const { name, beat, least, most } = mark
  const at = `at beat ${figures(beat)}`
  if (y > most) return { mark: { ...mark, least: most, most: FAR }, words: `${name} at least ${short(most)} ${at}` }
  if (y < least) return { mark: { ...mark, least: -FAR, most: least }, words: `${name} at most ${short(least)} ${at}` }
  return { mark, words }
}

const FATE_OUTCOMES = { died: 'dead', fell: 'down', 'turned back': 'turned-back' } as const

const FATE_INKS = { died: 'bad', fell: 'heat-3', 'turned back': 'past' } as const

/** The rows of a part as marks on the map. */
export const mapMarks = ({ rows }: Part): MapMarkOf[] =>
  rows.flatMap(({ to, fate, mark, words = '', cells }) => {
    const share = cells.find(isShare)
    return to && 'place' in to && fate && mark && share ? [{ place: to.place, ink: FATE_INKS[fate], share, mark, words }] : []
  })

function placeParts({ places, moves, events, flows, sessions: all }: LabReport): Part[] {
  const fates = places.flatMap(({ place, name, dead, down, turnedBack }) =>
    FATES.flatMap((fate): PartRow[] => {
      const share = { died: dead, fell: down, 'turned back': turnedBack }[fate]
      if (share.count === 0) return []
      const words = `A character ${fate} at ${name}`
      const mark: LabMark = { kind: 'outcome', of: FATE_OUTCOMES[fate], place }
      const tone = fate === 'died' ? 'bad' : undefined
      return [{ label: name, cells: [fate, share], mark, words, to: { place }, tone, fate }]
    })
  )
  const flow = (
    id: string,
    title: string,
    kind: 'moved' | 'followed',
    steps: readonly (LabReport['events'][number] & { times?: number })[],
    about: string,
    drawn = flows.find(({ of }) => of === (kind === 'moved' ? 'scenes' : 'events'))
  ): Part => ({
    id,
    title,
    ...(drawn ? { chart: { kind: 'flow', flow: drawn }, about } : {}),
    columns: ['From', 'To', 'Sessions', ...(kind === 'moved' ? ['Times'] : [])],
    rows: steps.map(({ from, to, fromName, toName, sessions, times }) => ({
      label: fromName,
      cells: [toName, shareOf(sessions, all), ...(times === undefined ? [] : [times])],
      mark: { kind, from, to },
      words: `${fromName} → ${toName}`
    })),
    isWide: true
  })
  return [
    {
      id: 'fates',
      title: 'Where people die, fall and turn back',
      about: 'A circle is as large as its number of sessions. No session visited an empty ring.',
      columns: ['Place', 'What', 'Sessions'],
      rows: fates,
      chart: { kind: 'map' },
      isWide: true
    },
    {
      id: 'visits',
      title: 'Places that were seen',
      columns: ['Place', 'Sessions'],
      rows: places
        .toSorted((a, b) => b.visited.count - a.visited.count)
        .map(({ place, name, visited }) => ({
          label: name,
          cells: [visited],
          mark: { kind: 'visited', place },
          words: `Visited ${name}`,
          to: { place }
        })),
      isWide: true
    },
    flow(
      'moves',
      'From place to place',
      'moved',
      moves,
      'Where each scene plays, and where the next one does. The table has every move of a character.'
    ),
    flow('events', 'From story event to story event', 'followed', events, 'In the order in which they were over.')
  ]
}

const tenths = (share: number): string => `${(share * 100).toFixed(1)}%`

function ruleParts({ outcomes, exercised, actions, rolls, failures, stuck, repeated }: LabReport): Part[] {
  return [
    {
      id: 'outcomes',
      title: 'What came about',
      about: 'Facts, quests and story events.',
      columns: ['Outcome', 'Sessions', 'Kind', 'First at beat'],
      rows: outcomes.map((one) => ({ ...shared('Came about', one), cells: [one.share, capitalised(one.of), short(one.firstBeat)] })),
      isWide: true
    },
    {
      id: 'actions',
      title: 'Actions offered, taken and refused',
      columns: ['Action', 'Sessions', 'Offered', 'Taken', 'Refused', 'Note'],
      rows: actions.map(({ action, offered, taken, refused, sessions, mark }) => ({
        label: action,
        cells: [sessions, offered, taken, refused, offered === 0 ? 'never offered' : taken === 0 ? 'never taken' : ''],
        mark,
        words: `Offered: ${action}`,
        tone: offered === 0 || taken === 0 ? 'bad' : undefined
      })),
      isWide: true
    },
    {
      id: 'rolls',
      title: 'Rolls beside their exact odds',
      about:
        'How often dice reached the total that was needed, and gave a row of a table. Each is beside the exact chance of the same dice; all intervals hold together at 95%.',
      columns: ['Roll', 'Rolls', 'Share', 'Interval', 'Exact', 'Fraction', 'Note'],
      rows: rolls.map(({ label, share: { share, of, low, high }, exact, isOutside, mark }) => ({
        label,
        cells: [of, tenths(share), `${tenths(low)}–${tenths(high)}`, exact.words, exact.fraction, isOutside ? 'differs' : ''],
        mark,
        words: `Rolled: ${label}`,
        tone: isOutside ? 'bad' : undefined
      })),
      isWide: true
    },
    {
      id: 'failures',
      title: 'Rules that failed',
      columns: ['Problem', 'Sessions', 'Where', 'First session'],
      rows: failures.map((one) => ({
        label: one.problem,
        cells: [one.share, one.where, one.session],
        mark: one.mark,
        words: `Failed in ${one.where}`,
        to: { session: one.session, beat: one.beat },
        tone: 'bad'
      })),
      isWide: true
    },
    {
      id: 'exercised',
      title: 'What was exercised',
      columns: ['What', 'Sessions', 'Kind', 'Times', 'First at beat'],
      rows: exercised.map((one) => ({
        ...shared('Exercised', one),
        cells: [one.share, LAB_TITLES[one.kind], one.times, short(one.firstBeat)],
        to: { file: one.place }
      })),
      isWide: true
    },
    {
      id: 'stuck',
      title: 'Stuck the longest',
      about: 'Beats in a row that changed nothing but time, words and turns.',
      columns: ['Session', 'Beats', 'From beat'],
      rows: stuck.map(({ session, beat, beats }) => ({ label: figures(session), cells: [beats, beat], to: { session, beat } }))
    },
    {
      id: 'repeated',
      title: 'Words said again',
      about: 'Lines of six words or more that were said before in the same session.',
      columns: ['Session', 'Lines'],
      rows: repeated.map(({ session, times }) => ({ label: figures(session), cells: [times], to: { session, beat: 0 } }))
    }
  ]
}

/** The most bars of a chart; its table has all rows. */
const MAX_BARS = 24
/** The categories of a chart with horizontal bars, in their order. */
export const barsOf = ({ rows }: Part): string[] => [...new Set(rows.map(({ label }) => label))].slice(0, MAX_BARS)

/** The height of a part's chart in pixels. */
export function heightOf(part: Part): number {
  const { chart } = part
  if (chart?.flow) return flowHeight(chart.flow)
  return chart?.kind === 'bars' ? barsOf(part).length * 24 + 34 : 168
}
