import { Plus, Square } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import type { FirstDifferent, LabComparison, VersusProgress } from '../../shared/lab/comparison'
import {
  byVerdict,
  chanceWords,
  differenceWords,
  isShareMeasure,
  measureKind,
  noDifferenceWords,
  pairsWords,
  sideValue,
  type Measure
} from '../../shared/lab/comparison-words'
import type { LabRun } from '../../shared/lab/report'
import { Chooser, type Choosable } from '../ui/Chooser'
import { counted } from '../ui/amounts'
import { Blank, Button, Disclosure, Scroll } from '../ui/Parts'
import { compareRuns, comparing, newComparison, useComparison } from './comparing'
import { SIDES, type SideName } from './comparison-draft'
import { MoreRows, News } from './PartSection'
import { Filter } from './Report'
import { focusRuns } from './RunList'
import { listSessions, openSession, runName, useLab, whenBegun } from './state'
import { Ended, Unfinished } from './Unfinished'
import { useRoving } from './use-roving'

/** Two runs beside each other: the comparison that is played, and the result. */
export function Comparison(): ReactElement {
  const { status, progress, answer, input } = comparing.use((work) => work)
  return (
    <Scroll className="lab-report lab-comparison" label="Comparison" onEscape={focusRuns}>
      {status !== 'running' && (
        <Unfinished work={comparing} name="comparison">
          {answer
            ? `${answer.pairs.toLocaleString('en')} of ${counted(input?.plan.sessions ?? 0, 'pair')} were played; this is what they say so far.`
            : 'No session was played by both sides yet. Those of A are kept.'}
        </Unfinished>
      )}
      {status === 'done' && !answer && <p className="lab-note">The runs of the last comparison were removed.</p>}
      {status === 'running' ? (
        <Playing progress={progress} of={input?.plan.sessions} />
      ) : answer ? (
        <Result compared={answer} />
      ) : (
        <Blank title="Compare two sides" button={{ label: 'Compare…', onClick: () => newComparison() }}>
          Did a change make it better? Two commits or two parties are played on the same dice, session by session. What differs is shown with how sure
          that is. Two runs of the list can be compared, too: select both and press Alt C.
        </Blank>
      )}
    </Scroll>
  )
}

/** The sides while they are played. Reading two runs that are there has no progress. */
function Playing({ progress, of }: { progress: VersusProgress | undefined; of: number | undefined }): ReactElement {
  if (of === undefined) return <p className="quiet lab-waits">Comparing…</p>
  return (
    <>
      <header className="lab-head">
        <div>
          <h2>Playing both sides</h2>
          <p className="quiet">{`Up to ${counted(of, 'session')} each, with the same seeds.`}</p>
        </div>
        <Button icon={<Square size={13} />} label="Stop" onClick={() => void comparing.stop()} />
      </header>
      {SIDES.map((name) => {
        const played = progress?.[name] ?? 0
        const speed = progress?.side === name ? ` · ${Math.round(progress.beatsPerSecond).toLocaleString('en')} beats a second` : ''
        return (
          <div key={name} className="lab-progress lab-side-progress">
            <b>{name.toUpperCase()}</b>
            <progress aria-label={`Sessions of side ${name.toUpperCase()}`} max={of} value={played} />
            <output className="quiet numbers">{`${played.toLocaleString('en')} of ${of.toLocaleString('en')}${speed}`}</output>
          </div>
        )
      })}
      <News of={progress} />
    </>
  )
}

function Result({ compared }: { compared: LabComparison }): ReactElement {
  const { a, b, confidence, first } = compared
  const when = comparing.use((work) => work.when)
  const chips = useLab((s) => s.chips)
  const listed = useLab((s) => s.selected.at(-1))
  const { clear, others } = byVerdict(compared)
  const none = noDifferenceWords(clear.length, others.length)
  const side = SIDES.find((name) => compared[name].id === listed)
  return (
    <>
      <header className="lab-head">
        <div>
          <h2 dir="auto">{`${runName(a)} and ${runName(b)}`}</h2>
          <p className="quiet numbers">{pairsWords(compared)}</p>
          <Ended when={when} />
        </div>
        <Button icon={<Plus size={13} />} label="Compare…" onClick={() => newComparison()} />
      </header>
      <dl className="lab-side-names">
        {SIDES.map((name) => (
          <div key={name}>
            <dt>{name.toUpperCase()}</dt>
            <dd dir="auto">
              {runName(compared[name])} <span className="quiet">{`at “${compared[name].subject}”`}</span>
            </dd>
          </div>
        ))}
      </dl>
      {chips.length > 0 && side && <Filter lead={`Sessions of ${side.toUpperCase()}`} />}
      <section className="lab-part" aria-label="Differences">
        <h3>{clear.length === 0 ? 'No difference seen' : counted(clear.length, 'difference')}</h3>
        <p className="quiet">
          {clear.length === 0
            ? 'What is below may still differ by less than its interval is wide. More sessions narrow it.'
            : chanceWords(clear.length + others.length, confidence)}
        </p>
        {clear.length > 0 && <Measures label="What differs" measures={clear} compared={compared} />}
        {others.length > 0 && <Others words={none} measures={others} compared={compared} />}
      </section>
      <FirstDifferences first={first} a={a} b={b} />
    </>
  )
}

/** What shows no difference, folded. */
function Others({ words, measures, compared }: { words: string; measures: readonly Measure[]; compared: LabComparison }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure className="lab-fold" title={words} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {isOpen && <Measures label="Without a difference" measures={measures} compared={compared} />}
    </Disclosure>
  )
}

/** The rows that a table shows first. */
const FIRST_ROWS = 25

/** The far end of the intervals of all shares, or of one mean: what the edge of its drawing stands for. */
const reachOf = (measures: readonly Measure[]): number =>
  Math.max(0.01, ...measures.flatMap(({ difference: { low, high } }) => [Math.abs(low), Math.abs(high)]).filter(Number.isFinite))

function Measures({ label, measures, compared }: { label: string; measures: readonly Measure[]; compared: LabComparison }): ReactElement {
  const [shown, setShown] = useState(FIRST_ROWS)
  const visible = measures.slice(0, shown)
  // Means lead to no sessions.
  const stops = visible.filter(isShareMeasure)
  const { stop, keys } = useRoving(stops.length)
  // Shares have one scale; a mean has its own, because its unit is.
  const reach = reachOf(measures.filter(isShareMeasure))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among its buttons */}
      <table className="lab-part-table lab-measures" aria-label={label} {...keys}>
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col" className="is-number">
              A
            </th>
            <th scope="col" className="is-number">
              B
            </th>
            <th scope="col" colSpan={2}>
              B less A
            </th>
          </tr>
        </thead>
        <tbody>
          {visible.map((measure) => (
            <tr key={`${measureKind(measure)} ${measure.label}`}>
              <th scope="row">
                <span className="quiet">{measureKind(measure)}</span> <b dir="auto">{measure.label}</b>
              </th>
              {SIDES.map((name) => (
                <td key={name} className="numbers is-number">
                  <SideCell measure={measure} name={name} run={compared[name]} isStop={stops[stop] === measure} />
                </td>
              ))}
              <td className="lab-interval-cell">
                <Interval measure={measure} reach={isShareMeasure(measure) ? reach : reachOf([measure])} />
              </td>
              <td className="numbers">{differenceWords(measure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows rest={measures.length - shown} onMore={(more) => setShown(shown + more)} />
    </>
  )
}

/** A share leads to the sessions of its side. */
function SideCell({ measure, name, run, isStop }: { measure: Measure; name: SideName; run: LabRun; isStop: boolean }): ReactElement {
  const value = sideValue(measure, name)
  if (!isShareMeasure(measure)) return <>{value}</>
  const { label, mark } = measure
  const { count, of } = measure[name]
  const words = `${measureKind(measure)}: ${label}`
  return (
    <button
      type="button"
      className="lab-name"
      data-stop={name === 'a' ? '' : undefined}
      tabIndex={isStop ? 0 : -1}
      aria-label={`${value}, list the sessions of ${name.toUpperCase()}: ${words}`}
      title={`${count.toLocaleString('en')} of ${counted(of, 'session')}. List them.`}
      onClick={() => listSessions(run.id, mark, words)}
    >
      {value}
    </button>
  )
}

/** The interval of a difference around 0, which is in the middle. Its words stand beside it. */
function Interval({ measure: { difference }, reach }: { measure: Measure; reach: number }): ReactElement {
  const { value, low, high, verdict } = difference
  const at = (one: number): number => 50 + (Math.max(-1, Math.min(1, one / reach)) * 100) / 2
  // An end that isn't finite is null after JSON.
  const [from, to] = [Number.isFinite(low) ? at(low) : 0, Number.isFinite(high) ? at(high) : 100]
  return (
    <span className={verdict === 'none' ? 'lab-interval' : 'lab-interval differs'} aria-hidden="true">
      <i style={{ left: `${from}%`, width: `${to - from}%` }} />
      <b style={{ left: `${at(value)}%` }} />
    </span>
  )
}

/** Where the sessions of some pairs go apart: either side opens there. */
function FirstDifferences({ first, a, b }: { first: readonly FirstDifferent[]; a: LabRun; b: LabRun }): ReactElement | null {
  const { stop, keys } = useRoving(first.length * 2)
  if (first.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among its buttons
    <section className="lab-part lab-apart" aria-label="Where pairs go apart first" {...keys}>
      <h3>Where pairs go apart first</h3>
      <p className="quiet">Each side opens as a branch at that beat.</p>
      <ol>
        {first.map((one, i) => (
          <li key={one.seed}>
            <p className="quiet numbers">{`Seed ${one.seed}`}</p>
            {SIDES.map((name, k) => {
              const { session, beat, words } = one[name]
              return (
                <button
                  key={name}
                  type="button"
                  className="lab-never-entry"
                  data-stop
                  tabIndex={stop === i * 2 + k ? 0 : -1}
                  onClick={() => void openSession(session, beat, (name === 'a' ? a : b).id)}
                >
                  <b dir="auto">{words}</b>
                  <span className="numbers">{`${name.toUpperCase()} · session ${session.toLocaleString('en')}, beat ${beat.toLocaleString('en')}`}</span>
                </button>
              )
            })}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Asks which run to compare another one with. */
export function OtherRun(): ReactElement | null {
  const id = useComparison((s) => s.with)
  const runs = useLab((s) => s.runs)
  const one = runs?.find((run) => run.id === id)
  if (!one) return null
  const find = (query: string): Choosable[] => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    const all = (runs ?? []).filter((run) => run.id !== id)
    const isFound = ({ subject, ...run }: LabRun): boolean => words.every((word) => `${runName(run)} ${subject}`.toLowerCase().includes(word))
    return all.filter(isFound).map((run) => ({ id: run.id, label: runName(run), detail: `${counted(run.done, 'session')} · ${whenBegun(run)}` }))
  }
  return (
    <Chooser
      title={`Compare “${runName(one)}” with…`}
      placeholder="A run, by its name or commit"
      none="There is no other run."
      find={find}
      onChoose={(other) => compareRuns([one.id, other.id])}
      onClose={() => useComparison.set({ with: undefined })}
    />
  )
}
