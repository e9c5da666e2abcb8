import { useEffect, type ReactElement } from 'react'
import { useSession } from '../session'
import { Blank, RetryBlank } from '../ui/Parts'
import { Report } from './Report'
import { newRun, RunList } from './RunList'
import { loadRuns, runOf, useLab } from './state'
import { Balance } from './Balance'
import { Comparison, OtherRun } from './Comparison'
import { Judging } from './Judging'
import { Tests } from './Tests'
import './lab.css'
import './experiments.css'

/** The lab: runs of many sessions, and the report of the selected one. */
export function Lab(): ReactElement {
  const dir = useSession((s) => s.present?.campaign.dir)
  return <CampaignLab key={dir} />
}

function CampaignLab(): ReactElement {
  const runs = useLab((s) => s.runs)
  const problem = useLab((s) => s.problem)
  const run = useLab(runOf)
  const room = useLab((s) => s.room)
  useEffect(() => void loadRuns(), [])
  if (problem !== undefined) return <RetryBlank title="Couldn’t read the runs" problem={problem} again={() => void loadRuns()} />
  if (!runs) return <p className="quiet lab-waits">Reading the runs…</p>
  return (
    <section className="lab" aria-label="Playtest lab">
      <h1 className="unseen">Playtest lab</h1>
      <RunList runs={runs} />
      {room === 'compare' ? (
        <Comparison />
      ) : room === 'balance' ? (
        <Balance />
      ) : room === 'tests' ? (
        <Tests />
      ) : room === 'judge' ? (
        <Judging />
      ) : runs.length === 0 ? (
        <NoRun />
      ) : run ? (
        <Report key={run.id} run={run} />
      ) : (
        <Blank title="No run is selected" />
      )}
      <OtherRun />
    </section>
  )
}

const NoRun = (): ReactElement => (
  <Blank title="No run yet" button={{ label: 'New run', onClick: newRun }}>
    A run plays the campaign many times, each session with other dice, and shows where parties get, where they end, and what none of them ever
    reaches. It changes nothing of the story, and every session can be opened.
  </Blank>
)
