import { RotateCw, Square } from 'lucide-react'
import { useEffect, type KeyboardEvent, type ReactElement } from 'react'
import { COVERAGE_TITLES, type CoverageEntry, type CoverageGroup } from '../../../shared/analysis/coverage'
import { openNode } from '../../files/node-request'
import { openAt } from '../../files/open-at'
import { useSession } from '../../session'
import { Checkbox, SelectField } from '../../ui/Field'
import { Pages } from '../../ui/Pages'
import { Blank, Button } from '../../ui/Parts'
import { countCoverage, coverageHead, entryWords, stopCounting, useCoverage } from './state'
import { coverageTexts as t } from './texts'
import './coverage.css'
import { counted } from '../../ui/amounts'

/** The coverage of the rules and the world by a branch or session, never exercised entries first. While it is shown, the editor marks the lines. */
export default function CoveragePanel(): ReactElement {
  const branch = useCoverage((s) => s.branch)
  const session = useCoverage((s) => s.session)
  useEffect(() => {
    countCoverage(branch, session)
    return stopCounting
  }, [branch, session])
  return (
    <div className="coverage">
      <Wish />
      <Standing />
      <Report />
    </div>
  )
}

function Wish(): ReactElement {
  const branches = useSession((s) => s.beats.branches)
  const current = useSession((s) => s.present?.branch ?? '')
  const branch = useCoverage((s) => s.branch)
  const session = useCoverage((s) => s.session)
  const sessions = useCoverage((s) => s.report?.sessions) ?? []
  const isCounting = useCoverage((s) => s.progress !== undefined)
  const isNeverOnly = useCoverage((s) => s.isNeverOnly)
  return (
    <div className="coverage-wish">
      <SelectField
        label="Branch"
        value={branch ?? current}
        options={branches.map(({ name }) => ({ value: name, label: name }))}
        onChange={(name) => useCoverage.set({ branch: name === current ? undefined : name, session: undefined })}
      />
      <SelectField
        label="Part of the story"
        value={session === undefined ? '' : String(session)}
        options={[{ value: '', label: 'All sessions' }, ...sessions.map((one) => ({ value: String(one), label: `Session ${one}` }))]}
        onChange={(one) => useCoverage.set({ session: one === '' ? undefined : Number(one) })}
      />
      {isCounting ? (
        <Button icon={<Square size={13} />} label="Stop" onClick={stopCounting} />
      ) : (
        <Button icon={<RotateCw size={13} />} label="Count again" onClick={() => countCoverage(branch, session)} />
      )}
      <Checkbox label="Only what was never exercised" checked={isNeverOnly} onChange={(checked) => useCoverage.set({ isNeverOnly: checked })} />
    </div>
  )
}

function Standing(): ReactElement {
  const progress = useCoverage((s) => s.progress)
  const report = useCoverage((s) => s.report)
  const head = useCoverage((s) => s.head)
  const isStopped = useCoverage((s) => s.isStopped)
  const now = useSession(() => coverageHead())
  const words =
    progress === 'begun'
      ? 'Looking for uncounted beats…'
      : progress
        ? `Counted ${progress.done.toLocaleString('en')} of ${counted(progress.of, 'beat')}`
        : isStopped
          ? 'Counting stopped. The counts so far are kept.'
          : report
            ? `${report.beats === 0 ? 'Nothing has been played here yet.' : `${counted(report.beats, 'beat')}, ${report.counted.toLocaleString('en')} of them replayed.`}${head === now ? '' : ` The story has gone on since.`}`
            : ''
  return (
    <div className="coverage-standing">
      <output className="numbers">{words}</output>
    </div>
  )
}

function Report(): ReactElement | null {
  const report = useCoverage((s) => s.report)
  const problem = useCoverage((s) => s.problem)
  const kind = useCoverage((s) => s.kind)
  if (problem !== undefined) return <Blank title="Couldn’t count the coverage">{problem}</Blank>
  if (!report) return null
  const { uncounted, outdated, unread, groups } = report
  const group = groups.find((one) => one.kind === kind)
  return (
    <>
      {uncounted.length + outdated.length + unread.length > 0 && (
        <ul className="coverage-remarks">
          {uncounted.map(({ beats, reason }) => (
            <li key={reason}>{`${counted(beats, 'beat')} not replayed: ${reason}`}</li>
          ))}
          {outdated.map(({ beats, path }) => (
            <li key={path}>{`${counted(beats, 'beat')} ran an earlier version of ${path}. These numbers leave them out.`}</li>
          ))}
          {unread.map((path) => (
            <li key={path}>{`The statements of ${path} can’t be counted.`}</li>
          ))}
        </ul>
      )}
      <div className="coverage-report">
        <Kinds groups={groups} />
        {group && <Entries key={kind} group={group} />}
      </div>
    </>
  )
}

/** Moves the focus among the buttons of a list with the arrow keys. */
function moveAmong(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  if (by === undefined || at < 0) return
  event.preventDefault()
  all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus()
}

function Kinds({ groups }: { groups: readonly CoverageGroup[] }): ReactElement {
  const kind = useCoverage((s) => s.kind)
  return (
    <div className="coverage-kinds" role="presentation" onKeyDown={moveAmong}>
      <ul aria-label="Kinds">
        {groups.map(({ kind: one, exercised, entries }) => (
          <li key={one}>
            <button type="button" aria-pressed={one === kind} onClick={() => useCoverage.set({ kind: one })}>
              <span>{COVERAGE_TITLES[one]}</span>
              <span className="numbers quiet">{`${exercised.toLocaleString('en')} of ${entries.length.toLocaleString('en')}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Entries({ group }: { group: CoverageGroup }): ReactElement {
  const isNeverOnly = useCoverage((s) => s.isNeverOnly)
  const entries = isNeverOnly ? group.entries.filter(({ times }) => times === 0) : group.entries
  if (entries.length === 0) {
    const { title, hint } = group.entries.length === 0 ? t.none : t.full
    return <Blank title={title}>{hint}</Blank>
  }
  return (
    <div className="coverage-entries" role="presentation" onKeyDown={moveAmong}>
      <section aria-label={COVERAGE_TITLES[group.kind]}>
        <Pages items={entries} renderRow={(entry) => <Entry entry={entry} />} />
      </section>
    </div>
  )
}

function Entry({ entry }: { entry: CoverageEntry }): ReactElement {
  const { label, times, place, node } = entry
  const go = (): void => (node === undefined ? openAt(place.path, place.line) : openNode(place.path, Number(node)))
  return (
    <button type="button" className={`coverage-entry ${times === 0 ? 'never' : 'all'}`} onClick={go}>
      <span className="coverage-sign" aria-hidden="true" />
      <span className="coverage-label">{label}</span>
      <span className="numbers">{entryWords(entry)}</span>
      <span className="mono quiet">
        {place.path}
        {node === undefined ? `:${place.line}` : ''}
      </span>
    </button>
  )
}
