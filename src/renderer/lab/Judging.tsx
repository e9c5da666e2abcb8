import { Gavel, Square } from 'lucide-react'
import type { ReactElement } from 'react'
import type { CriterionVerdict, PairVerdict, RunsProgress, RunsReport, RunVote } from '../../shared/analysis/run-verdicts'
import {
  certaintyWords,
  costWords,
  criterionVerdict,
  evidenceNotes,
  judgesWords,
  namesOf,
  placeWords,
  quoted,
  type RunNames,
  seenWords,
  verdictWords,
  voteLine
} from '../../shared/words/run-words'
import { listed } from '../../shared/words/labels'
import { counted } from '../ui/amounts'
import { Blank, Button, Disclosure, Scroll } from '../ui/Parts'
import { askToJudge, judging, openMarks, showEvidence } from './judging'
import { focusRuns } from './RunList'
import { Ended, Unfinished } from './Unfinished'
import { useRoving } from './use-roving'

/** Judges who compare runs: how far they are, and their verdicts with the evidence. */
export function Judging(): ReactElement {
  const { status, input, progress, answer } = judging.use((work) => work)
  return (
    <Scroll className="lab-report lab-judging" label="Judges" onEscape={focusRuns}>
      {status !== 'running' && (
        <Unfinished work={judging} name="judging">
          {input?.batch === true
            ? 'Its batch goes on without Proscenium: continue to pick up the answers.'
            : 'Answers that were given are kept, and only the others are asked for.'}
        </Unfinished>
      )}
      {status === 'running' ? (
        <Waiting progress={progress} />
      ) : answer ? (
        <Verdicts report={withShortNames(answer)} judged={answer.runs.map(({ name }) => name)} />
      ) : (
        <Blank title="Let judges compare runs" button={{ label: 'Judge…', onClick: () => askToJudge() }}>
          Three models read each pair of branches without knowing where they come from, in both orders, and say by your rubric which is better, with
          the beats that decide it. Branches that models continued can be selected in the report of their run.
        </Blank>
      )}
    </Scroll>
  )
}

function Waiting({ progress }: { progress: RunsProgress | undefined }): ReactElement {
  const isBatch = judging.use(({ input }) => input?.batch === true)
  return (
    <>
      <header className="lab-head">
        <div>
          <h2>Judges are reading</h2>
          {isBatch && (
            <p className="quiet">The batch goes on without Proscenium. Stop waiting if you like, and continue later to pick up its answers.</p>
          )}
        </div>
        <Button icon={<Square size={13} />} label="Stop" onClick={() => void judging.stop()} />
      </header>
      <div className="lab-progress">
        <progress aria-label="Requests answered" max={progress?.of ?? 1} value={progress?.done ?? 0} />
        <output className="quiet numbers">
          {progress ? `${progress.done.toLocaleString('en')} of ${counted(progress.of, 'request')}` : 'Sending…'}
        </output>
      </div>
    </>
  )
}

/** The report with the names of runs without the folders that they share: `playtest/…/2-claude-haiku-5-5` is `2-claude-haiku-5-5`. */
function withShortNames(report: RunsReport): RunsReport {
  const folders = report.runs.map(({ name }) => name.split('/').slice(0, -1))
  const [first = []] = folders
  const differs = first.findIndex((part, i) => folders.some((other) => other[i] !== part))
  const shared = differs < 0 ? first.length : differs
  return { ...report, runs: report.runs.map((run) => ({ ...run, name: run.name.split('/').slice(shared).join('/') })) }
}

/** `judged`: the whole names of the runs. */
function Verdicts({ report, judged }: { report: RunsReport; judged: readonly string[] }): ReactElement {
  const { models, rubric, pairs, ranking, runs, problems, left, waiting = 0 } = report
  const { status, when } = judging.use((work) => work)
  const isDone = status === 'done'
  return (
    <>
      <header className="lab-head">
        <div>
          <h2>{pairs.length === 1 ? 'One pair judged' : `${counted(pairs.length, 'pair')} judged`}</h2>
          <p className="quiet">{`By ${judgesWords(models)} with ${rubric}. ${costWords(report)}`}</p>
          <Ended when={when}>{`: ${listed(runs.map(({ name, from, to }) => `${name}, beats ${from} to ${to}`))}`}</Ended>
        </div>
        {isDone && left + waiting > 0 && <Button label={waiting > 0 ? 'Pick up the answers' : 'Ask for the rest'} onClick={judging.again} />}
        <Button icon={<Gavel size={13} />} label="Judge…" onClick={() => askToJudge()} />
      </header>
      {problems.length > 0 && (
        <div className="lab-alert" role="alert">
          {problems.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      )}
      {runs.length > 2 && (
        <section className="lab-part" aria-label="Ranking">
          <h3>Ranking</h3>
          <ul>
            {ranking.map((one) => (
              <li key={one.run} dir="auto">
                {placeWords(one, report)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {pairs.map((pair) => (
        <Pair key={`${pair.first} ${pair.second}`} pair={pair} names={namesOf(pair, report)} />
      ))}
      <section className="lab-part" aria-label="How sure that is">
        <h3>How sure that is</h3>
        {certaintyWords(report).map((words) => (
          <p key={words} dir="auto">
            {words.trim()}
          </p>
        ))}
        <Button label="Mark these pairs yourself" small onClick={() => void openMarks(judged)} />
      </section>
    </>
  )
}

function Pair({ pair, names }: { pair: PairVerdict; names: RunNames }): ReactElement {
  const title = `${names.first} and ${names.second}`
  return (
    <section className="lab-part" aria-label={title}>
      <h3 dir="auto">{title}</h3>
      <p dir="auto">{`${verdictWords(pair, names)}.`}</p>
      {seenWords(pair, names).map((words) => (
        <p key={words} className="quiet">
          {words}
        </p>
      ))}
      {pair.criteria.map((one) => (
        <Criterion key={one.criterion} verdict={one} names={names} />
      ))}
    </section>
  )
}

/** A criterion with the votes of all judges: one for the verdict, and the others folded. */
function Criterion({ verdict: one, names }: { verdict: CriterionVerdict; names: RunNames }): ReactElement {
  const { criterion, verdict, votes } = one
  const typical = votes.find((vote) => vote.verdict === verdict) ?? votes[0]
  const others = votes.filter((vote) => vote !== typical)
  return (
    <div className="lab-criterion">
      <h4 dir="auto">{criterion}</h4>
      <p dir="auto">{criterionVerdict(one, names)}</p>
      {typical && <Vote vote={typical} names={names} />}
      {others.length > 0 && (
        <Disclosure className="lab-fold" title={counted(others.length, 'other vote')}>
          {others.map((vote) => (
            <Vote key={`${vote.judge} ${vote.shownFirst}`} vote={vote} names={names} />
          ))}
        </Disclosure>
      )}
    </div>
  )
}

function Vote({ vote, names }: { vote: RunVote; names: RunNames }): ReactElement {
  const { evidence } = vote
  const { stop, keys } = useRoving(evidence.length)
  return (
    <div className="lab-vote">
      <p dir="auto">{voteLine(vote, names)}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among its buttons */}
      <ul aria-label="Evidence" {...keys}>
        {evidence.map(({ run, beat, text, commit = '' }, i) => (
          <li key={`${run} ${beat}`}>
            <button type="button" className="lab-never-entry" data-stop tabIndex={i === stop ? 0 : -1} onClick={() => showEvidence(commit)}>
              <span className="quiet numbers">{`${names[run]}, beat ${beat.toLocaleString('en')}`}</span>
              <span dir="auto">{quoted(text)}</span>
            </button>
          </li>
        ))}
      </ul>
      {evidenceNotes(vote).map((words) => (
        <p key={words} className="quiet">
          {words}
        </p>
      ))}
    </div>
  )
}
