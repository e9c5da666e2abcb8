import { LAB_KINDS, LAB_TITLES } from '../../shared/lab/kinds'
import type { Estimate } from '../../shared/lab/statistics'
import type { LabReport, NeverExercised, Share } from '../../shared/lab/report'
import { counted, listed } from '../../shared/words/labels'
import { percent } from '../../shared/words/percent'

/** The most lines of a part, and the most names in a line. */
const MAX_LINES = 12
const MAX_NAMES = 8
/** The widest column that is aligned, in characters. */
const MAX_WIDTH = 60

/** Rows of cells as lines whose columns are aligned. */
export function sideBySide(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.min(MAX_WIDTH, Math.max(...rows.map((row) => row[i]?.length ?? 0))))
  return rows.map((row) =>
    row
      .map((one, i) => one.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  )
}

const number = (value: number): string => Math.round(value).toLocaleString('en')
/** "62% (47%–75%)" */
const withInterval = ({ value, low, high }: Estimate): string => `${percent(value)} (${percent(low)}–${percent(high)})`
const shareWords = ({ share, low, high }: Share): string => withInterval({ value: share, low, high })

/** A part with its title, if it has lines. */
function part(title: string, lines: readonly string[], most = MAX_LINES): string[] {
  if (lines.length === 0) return []
  const rest = lines.length - most
  return ['', title, ...lines.slice(0, most).map((line) => `  ${line}`), ...(rest > 0 ? [`  … and ${number(rest)} more`] : [])]
}

/** A report in words: what was never reached, with what would be needed, and then the rest. */
export function labWords(report: LabReport): string {
  const { run, sessions, played, beats, endings, survival, lengths, places, actions, rolls, failures, stuck, parties } = report
  const name = run.name === '' ? `Run ${run.id}` : run.name
  const some = sessions === played ? counted(played, 'session') : `${number(sessions)} of ${counted(played, 'session')}`
  if (sessions === 0)
    return `${name}: ${played === 0 ? 'no session has been played yet' : `none of its ${counted(played, 'session')} passes the filter`}.`
  const hurt = places.filter(({ dead, down, turnedBack }) => dead.count + down.count + turnedBack.count > 0)
  const idle = actions.filter(({ taken }) => taken === 0)
  return [
    `${name}: ${some}, ${counted(beats, 'beat')}. Shares are of sessions, with what they could also be (95%).`,
    ...neverWords(report.never),
    ...part('How sessions ended', sideBySide(endings.map(({ label, share }) => [label, number(share.count), shareWords(share)]))),
    ...(parties.length > 1 ? part('Parties', sideBySide(parties.map(({ label, share }) => [label, number(share.count)]))) : []),
    ...part(
      'Sessions in which a character could act when the scene began',
      sideBySide(survival.map(({ scene, title, share }) => [`${scene}`, title, shareWords(share)]))
    ),
    ...part(
      'Length: half are above the middle number, one in ten below and above the others',
      sideBySide(lengths.map(({ of, low, median, high }) => [of, number(low), number(median), number(high)]))
    ),
    ...part(
      'Where characters of the party died, fell and turned back',
      sideBySide(
        hurt.map(({ name: place, dead, down, turnedBack }) => [
          place,
          `died ${number(dead.count)}`,
          `fell ${number(down.count)}`,
          `turned back ${number(turnedBack.count)}`
        ])
      )
    ),
    ...part(
      'Actions that nobody took',
      sideBySide(
        idle.map(({ action, offered, refused }) => [
          action,
          offered === 0 ? 'never offered' : `offered ${number(offered)} times`,
          refused === 0 ? '' : `refused ${number(refused)} times`
        ])
      )
    ),
    ...part(
      'Rolls whose share differs from their exact odds (95% for all of them together)',
      rolls.flatMap(({ label, share, exact, isOutside }) =>
        isOutside ? [`${label}: ${shareWords(share)} of ${number(share.of)} rolls, exactly ${exact.words}`] : []
      )
    ),
    ...part(
      'Failures of rules',
      failures.map(({ where, problem, session, share }) => `${where}: ${counted(share.count, 'session')}, first session ${session}. ${problem}`)
    ),
    ...part(
      'Longest stretches in which nothing changed',
      stuck.map(({ session, seed, beat, beats: many }) => `session ${session} (seed ${seed}): ${counted(many, 'beat')} from beat ${beat} on`),
      3
    )
  ].join('\n')
}

/** What no session reached, by kind. Things with the same needs share a line; of rows of a table their ranges are listed. */
function neverWords(never: readonly NeverExercised[]): string[] {
  if (never.length === 0) return ['', 'Every event, quest, place, fact, scene node, action, condition, item and table row was reached.']
  return LAB_KINDS.flatMap((kind) => {
    const lines = new Map<string, { names: string[]; needs: readonly string[] }>()
    for (const { kind: of, id, label, needs } of never) {
      if (of !== kind) continue
      // How often one row comes up says little beside the others of its table.
      const own = kind === 'row' ? needs.map((one) => one.replace(/;.*$/, '.')) : needs
      const key = kind === 'row' ? id.slice(0, id.lastIndexOf('/')) : needs.length === 0 ? id : own.join(' ')
      const line = lines.get(key) ?? { names: [], needs: own }
      line.names.push(kind === 'row' && line.names.length > 0 ? id.slice(id.lastIndexOf('/') + 1) : label)
      lines.set(key, line)
    }
    return part(
      `Never: ${LAB_TITLES[kind].toLowerCase()}`,
      [...lines.values()].map(({ names, needs }) => [`${few(names)}${needs.length === 0 ? '' : ':'}`, ...needs].join(' '))
    )
  })
}

const few = (names: readonly string[]): string =>
  listed(names.length <= MAX_NAMES ? names : [...names.slice(0, MAX_NAMES - 1), `${number(names.length - MAX_NAMES + 1)} more`])
