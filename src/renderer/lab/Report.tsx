import { FileDown, Square, Play, X } from 'lucide-react'
import { memo, useMemo, useState, type ReactElement, type ReactNode } from 'react'
import type { LabProgress, LabReport, LabRun, NeverExercised } from '../../shared/lab/report'
import { LAB_KINDS, LAB_TITLES, type LabKind } from '../../shared/lab/kinds'
import { api } from '../client'
import { openFormOf } from '../files/form-request'
import { openNode } from '../files/node-request'
import { openForm, useSession } from '../session'
import { counted } from '../ui/amounts'
import { Blank, Button, IconButton, RetryBlank, Scroll } from '../ui/Parts'
import { useQuery } from '../ui/Query'
import { partsOf } from '../../shared/lab/report-parts'
import { MoreRows, News, openCovered, PartSection } from './PartSection'
import { focusRuns } from './RunList'
import { saveReport } from './save'
import { addMark, clearFilter, filterOf, reportedOf, resumeRun, runName, stopRun, useLab, whenBegun } from './state'
import { Continued, Unusual } from './Unusual'
import { useRoving } from './use-roving'
import './report.css'

/** The key of the query has the filter; the report of a run that is playing is asked again as its sessions are done. */
const askReport = async (run: string, key: string, signal: AbortSignal): Promise<LabReport> => {
  const { filter } = JSON.parse(key) as { filter: ReturnType<typeof filterOf> }
  const report = await api.labReport.query({ run, filter }, { signal })
  // Opening one of its sessions is what comes next. If this fails, opening it says why.
  void api.labPrepare.mutate({ run }).catch(() => undefined)
  return report
}

/** The report of a run: what was never reached, and everything else with the sessions behind it. */
export function Report({ run }: { run: LabRun }): ReactElement {
  const reported = useLab((s) => reportedOf(run, s))
  const progress = useLab((s) => (s.progress?.run === run.id ? s.progress : undefined))
  return (
    <Scroll className="lab-report" label={`Report: ${runName(run)}`} onEscape={focusRuns}>
      <Head run={run} progress={progress} />
      {run.problem && (
        <p className="lab-alert" role="alert">
          {run.problem.message}
        </p>
      )}
      {run.remarks.length > 0 && (
        <ul className="lab-remarks">
          {run.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      {reported === 0 ? <NothingPlayed run={run} /> : <Results run={run} reported={reported} />}
    </Scroll>
  )
}

function Results({ run, reported }: { run: LabRun; reported: number }): ReactElement {
  const chips = useLab((s) => s.chips)
  const { answer, problem, waiting, again } = useQuery(run.id, JSON.stringify({ filter: filterOf(chips), reported }), askReport, 0)
  return (
    <>
      <Filter sessions={answer?.sessions} />
      {problem !== undefined ? (
        <RetryBlank title="Couldn’t read the report" problem={problem} again={again} />
      ) : answer === undefined ? (
        <p className="quiet lab-waits">Reading the results…</p>
      ) : answer.sessions === 0 ? (
        <Blank title="No session passes the filter" button={{ label: 'Clear the filter', onClick: clearFilter }} />
      ) : (
        <div className="lab-parts" aria-busy={waiting}>
          <Body report={answer}>
            {chips.length === 0 && run.status !== 'running' && <Unusual run={run.id} reported={reported} />}
            <Continued run={run.id} />
          </Body>
        </div>
      )}
    </>
  )
}

function NothingPlayed({ run }: { run: LabRun }): ReactElement {
  if (run.elsewhere !== undefined) return <Blank title="The report is here when the run is done" />
  if (run.status === 'running') return <Blank title="The first sessions are being played">The report fills in while the run goes on.</Blank>
  return (
    <Blank
      title="No session is done"
      {...(run.problem && run.status !== 'stopped' ? {} : { button: { label: 'Continue the run', onClick: () => void resumeRun(run.id) } })}
    >
      The run was stopped before its first session was over.
    </Blank>
  )
}

function Head({ run, progress }: { run: LabRun; progress: LabProgress | undefined }): ReactElement {
  const { status, plan, done, commit, subject, elsewhere } = run
  const isPlaying = status === 'running'
  const played = progress?.done ?? done
  return (
    <header className="lab-head">
      <div>
        <h2 dir="auto">{runName(run)}</h2>
        <p className="quiet numbers">
          {[
            played === plan.sessions ? counted(played, 'session') : `${played.toLocaleString('en')} of ${counted(plan.sessions, 'session')}`,
            whenBegun(run)
          ].join(' · ')}
          {' · '}
          <span title={commit} dir="auto">
            {`at “${subject}”`}
          </span>
        </p>
      </div>
      <div className="lab-head-buttons">
        {played > 0 && <IconButton label="Save the report as HTML" tip small icon={<FileDown size={15} />} onClick={() => void saveReport()} />}
        {isPlaying
          ? elsewhere === undefined && <Button icon={<Square size={13} />} label="Stop" onClick={() => void stopRun(run.id)} />
          : (status === 'stopped' || (status === 'interrupted' && !run.problem)) && (
              <Button icon={<Play size={13} />} label="Continue" onClick={() => void resumeRun(run.id)} />
            )}
      </div>
      {isPlaying && (
        <div className="lab-progress">
          <progress aria-label="Sessions played" max={plan.sessions} value={played} />
          <output className="quiet numbers">
            {elsewhere ??
              (progress
                ? `${Math.round(progress.beatsPerSecond).toLocaleString('en')} beats a second${progress.failures > 0 ? ` · ${counted(progress.failures, 'session')} with a failed rule` : ''}`
                : 'Beginning…')}
          </output>
          <News of={progress} />
        </div>
      )}
    </header>
  )
}

/** The marks of the filter, with what they are of. Pressing one turns it around. */
export function Filter({ lead, sessions }: { lead?: string; sessions?: number | undefined }): ReactElement | null {
  const chips = useLab((s) => s.chips)
  if (chips.length === 0) return null
  return (
    <section className="lab-filter" aria-label="Filter">
      {lead !== undefined && <span className="quiet">{lead}</span>}
      <ul>
        {chips.map(({ mark, words, isNot }, i) => (
          <li key={words} className={isNot ? 'lab-chip is-not' : 'lab-chip'}>
            <button
              type="button"
              title={isNot ? 'Show sessions of which it holds' : 'Show sessions of which it doesn’t hold'}
              onClick={() => addMark(mark, words, !isNot)}
              dir="auto"
            >
              {isNot ? `not: ${words}` : words}
            </button>
            <IconButton
              label={`Remove from the filter: ${words}`}
              small
              icon={<X size={12} />}
              onClick={() => useLab.set({ chips: chips.toSpliced(i, 1) })}
            />
          </li>
        ))}
      </ul>
      <output className="quiet numbers">{sessions === undefined ? '' : counted(sessions, 'session')}</output>
      <Button label="Clear" small onClick={clearFilter} />
    </section>
  )
}

/** The parts of a report; `children` come after what was never reached. */
function Body({ report, children }: { report: LabReport; children: ReactNode }): ReactElement {
  const parts = useMemo(() => partsOf(report), [report])
  return (
    <>
      <Never report={report} />
      {children}
      {parts.map((part) => (
        <PartSection key={part.id} part={part} />
      ))}
    </>
  )
}

/** The entries of a kind that are shown first: more of the story than of the rules. */
const firstOf = (kind: LabKind): number => (['event', 'quest', 'location', 'fact', 'node'].includes(kind) ? 6 : 2)

const Never = memo(function Never({ report: { never, sessions } }: { report: LabReport }): ReactElement {
  const [more, setMore] = useState<Partial<Record<LabKind, number>>>({})
  const groups = LAB_KINDS.flatMap((kind) => {
    const entries = never.filter((one) => one.kind === kind)
    return entries.length === 0 ? [] : { kind, count: entries.length, shown: entries.slice(0, firstOf(kind) + (more[kind] ?? 0)) }
  })
  const order = groups.flatMap(({ shown }) => shown)
  const { stop, keys } = useRoving(order.length)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among its buttons
    <section className="lab-part is-wide lab-never" aria-label="Never reached" {...keys}>
      <h3>{never.length === 0 ? 'Everything was reached' : `Never reached in ${counted(sessions, 'session')}`}</h3>
      {groups.map(({ kind, count, shown }) => (
        <section key={kind} aria-label={LAB_TITLES[kind]}>
          <h4>
            {LAB_TITLES[kind]} <span className="quiet numbers">{count.toLocaleString('en')}</span>
          </h4>
          <ul>
            {shown.map((entry) => (
              <li key={entry.id}>
                <NeverEntry entry={entry} isStop={order[stop] === entry} />
              </li>
            ))}
          </ul>
          <MoreRows rest={count - shown.length} onMore={(some) => setMore({ ...more, [kind]: (more[kind] ?? 0) + some })} />
        </section>
      ))}
    </section>
  )
})

/** Opens the form, the node or the line of something that was never exercised. */
function openNever({ kind, id, place }: NeverExercised): void {
  if (kind === 'location' && Object.hasOwn(useSession.getState().present?.state.places ?? {}, id)) openForm({ what: 'place', id })
  else if (kind === 'event') openFormOf('event', id)
  else if (kind === 'node') openNode(place.path, Number(id.split(' ').at(-1)))
  else openCovered(place)
}

const NeverEntry = ({ entry, isStop }: { entry: NeverExercised; isStop: boolean }): ReactElement => (
  <button type="button" className="lab-never-entry" data-stop tabIndex={isStop ? 0 : -1} onClick={() => openNever(entry)}>
    <b dir="auto">{entry.label}</b>
    {entry.needs.map((need) => (
      <span key={need} dir="auto">
        {need}
      </span>
    ))}
  </button>
)
