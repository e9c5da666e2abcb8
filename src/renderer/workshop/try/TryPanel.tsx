import { useEffect, type ReactElement, useState } from 'react'
import { useTryRequest } from '../../files/try-request'
import { useSession } from '../../session'
import { useTextsMark } from '../live'
import { useWorkshop } from '../state'
import { showFile } from '../tabs'
import { RunSteps, ConsoleLines } from './RunSteps'
import { askWho, stopTrying, useTry, showRun, subjectOf } from './state'
import { TryForm } from './TryForm'
import type { TryMeasure, TryOutcome, TryRow } from '../../../shared/contract/try-calls'
import { Mean, SuccessShare } from '../../ui/Chance'
import { ProblemPlace } from './ProblemPlace'
import { tryTexts as t } from './texts'
import { counted } from '../../ui/amounts'
import { Button, LinkButton } from '../../ui/Parts'
import './try.css'

/** Tries an action with the current texts: who can take it, its results with different dice, and one run, roll by roll. */
export default function TryPanel(): ReactElement {
  useFollowing()
  const found = useTry((s) => s.found)
  const problem = useTry((s) => s.problem)
  const one = useTry((s) => s.one)
  if (!found) return problem === undefined ? <p className="quiet">Checking the rules…</p> : <p role="alert">{problem}</p>
  if (found.actions.length === 0) return <p className="quiet">This campaign has no actions. Add one in rules/actions.</p>
  return (
    <div className="try">
      <TryForm found={found} />
      <div className="try-results">
        {problem !== undefined && (
          <p role="alert" className="try-problem">
            {problem}
          </p>
        )}
        {one ? <RunSteps one={one} /> : <Results />}
      </div>
    </div>
  )
}

/** Queries again when a text, the story or a setting changes, follows the open file, and handles requests from other views. */
function useFollowing(): void {
  const mark = useTextsMark()
  const active = useWorkshop((s) => s.active)
  const head = useSession((s) => s.present?.head)
  const line = useSession((s) => s.line)
  const action = useTry((s) => s.action)
  const beat = useTry((s) => s.beat)
  const wish = useTryRequest((s) => s.wish)
  const subject = [mark, head, line.length, action, beat].join(' ')
  useEffect(() => void askWho(subject), [subject])
  useEffect(() => {
    const own = useTry.get().found?.actions.find(({ file }) => file === active)
    if (own) useTry.set({ action: own.action })
  }, [active])
  const actions = useTry((s) => s.found?.actions)
  useEffect(() => {
    if (!actions) return
    if (wish) takeUp(wish, actions)
    else if (useTry.get().action === undefined) useTry.set({ action: actions.find(({ file }) => file === useWorkshop.get().active)?.action })
  }, [wish, actions])
  useEffect(() => stopTrying, [])
}

function takeUp(
  { action, actor, params = {}, at, file }: NonNullable<ReturnType<typeof useTryRequest.get>['wish']>,
  actions: readonly { action: string; file: string; line: number }[]
): void {
  useTryRequest.set({ wish: undefined })
  const n = at === undefined ? undefined : useSession.getState().line.find(({ id }) => id === at)?.n
  useTry.set({ action, actor, params, beat: n === undefined ? '' : String(n), tries: undefined, one: undefined })
  const found = actions.find((one) => one.action === action)
  if (file === undefined && found) void showFile(found.file, found.line)
}

const MAX_ROWS = 24
const MAX_OUTCOMES = 10

function Results(): ReactElement {
  const tries = useTry((s) => s.tries)
  const progress = useTry((s) => s.progress)
  const console = useTry((s) => s.found?.console ?? [])
  useTextsMark()
  const isStale = useTry((s) => s.tries !== undefined && s.triedOf !== subjectOf(s))
  return (
    <>
      <p className="quiet numbers" aria-live="polite">
        {progress === 'counting'
          ? 'Calculating the exact odds…'
          : progress
            ? `${progress.done.toLocaleString('en')} of ${progress.of.toLocaleString('en')} runs`
            : tries
              ? `${counted(tries.runs, 'run')}, seed ${tries.seed}`
              : ''}
        {isStale ? ` The rule has changed since. Try it again.` : ''}
      </p>
      {tries && (
        <div>
          {tries.runs < tries.asked && (
            <p className="try-problem">{`Stopped after ${tries.runs} of ${counted(tries.asked, 'run')}, because the rule failed too often.`}</p>
          )}
          {tries.inexact !== undefined && <p className="quiet">{`No exact odds: ${tries.inexact}`}</p>}
          <div className="try-measures">
            {tries.measures.map((one) => (
              <Measure key={one.id} measure={one} runs={tries.runs} />
            ))}
          </div>
          <Outcomes outcomes={tries.outcomes} more={tries.more} runs={tries.runs} />
        </div>
      )}
      {console.length > 0 && <ConsoleLines lines={console} />}
    </>
  )
}

/** A share in a sentence: `50.7 %`. */
const spaced = (share: string): string => share.replace('%', '\u00a0%')
const percent = (part: number, all: number): string => `${((part / all) * 100).toFixed(1)}%`

function Measure({ measure, runs }: { measure: TryMeasure; runs: number }): ReactElement {
  const [whole, setWhole] = useState(false)
  const { label, rows, mean, many } = measure
  const shown = whole ? rows : rows.slice(0, MAX_ROWS)
  const isExact = rows.some(({ chance }) => chance)
  return (
    <section className="try-measure" aria-label={label}>
      <table>
        <caption>
          {label}
          {mean && (
            <span className="quiet numbers">
              {' '}
              Average {Number(mean.tried.toFixed(2))}
              {mean.exact && (
                <>
                  {' '}
                  ({t.columns.exact.toLowerCase()} <Mean {...mean.exact} />)
                </>
              )}
            </span>
          )}
          {many && <span className="quiet"> One run can have several of these.</span>}
        </caption>
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Runs</th>
            <th scope="col">Share</th>
            {isExact && <th scope="col">{t.columns.exact}</th>}
            <th scope="col">Example</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.words} row={row} runs={runs} isExact={isExact} />
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && <Button label={t.all(rows.length)} small onClick={() => setWhole(true)} />}
    </section>
  )
}

function Row({ row: { words, count, runs: which, chance }, runs, isExact }: { row: TryRow; runs: number; isExact: boolean }): ReactElement {
  const [first] = which
  return (
    <tr>
      <th scope="row">{words}</th>
      <td className="numbers">{count.toLocaleString('en')}</td>
      <td className="numbers try-share">
        <span className="try-bar" aria-hidden="true" style={{ inlineSize: `${(count / runs) * 100}%` }} />
        {percent(count, runs)}
      </td>
      {isExact && <td className="numbers">{chance ? <SuccessShare {...chance} /> : ''}</td>}
      <td>
        {first !== undefined && (
          <LinkButton label={t.show(first)} className="numbers" aria-label={t.showOne(first, words)} onClick={() => void showRun(first)} />
        )}
      </td>
    </tr>
  )
}

function Outcomes({ outcomes, more, runs }: { outcomes: readonly TryOutcome[]; more: number; runs: number }): ReactElement {
  const [whole, setWhole] = useState(false)
  const shown = whole ? outcomes : outcomes.slice(0, MAX_OUTCOMES)
  return (
    <section className="try-outcomes" aria-label={t.outcomes}>
      <h3>{t.outcomes}</h3>
      <ol>
        {shown.map(({ words, count, runs: which, chance, problem }) => (
          <li key={words.join()}>
            <span className="numbers quiet">
              {counted(count, 'run')}, {spaced(percent(count, runs))}
              {chance && (
                <>
                  {' '}
                  (exactly <SuccessShare {...chance} percent={spaced(chance.percent)} />)
                </>
              )}
            </span>
            {problem ? <ProblemPlace problem={problem} /> : <span>{words.join('; ')}</span>}
            <LinkButton
              label={t.show(which[0] ?? 0)}
              className="numbers"
              aria-label={t.showOne(which[0] ?? 0, words.join('; '))}
              onClick={() => void showRun(which[0] ?? 0)}
            />
          </li>
        ))}
      </ol>
      {outcomes.length > shown.length && <Button label={t.all(outcomes.length)} small onClick={() => setWhole(true)} />}
      {whole && more > 0 && <p className="quiet">{`${counted(more, 'more outcome')} left out`}</p>}
    </section>
  )
}
