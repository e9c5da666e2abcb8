import { Check, ExternalLink, FileSearch, Play, Square, X } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import type { TestProgress, TestReport, TestResult } from '../../shared/lab/story-tests'
import { api } from '../client'
import { openAt } from '../files/open-at'
import { useSession } from '../session'
import { counted } from '../ui/amounts'
import { Blank, Button, LinkButton, RetryBlank, Scroll } from '../ui/Parts'
import { useQuery } from '../ui/Query'
import { MoreRows, News, ShareBar } from './PartSection'
import { Revision, useCommit } from './PlanFields'
import { focusRuns } from './RunList'
import { openSession } from './state'
import { draftFirstTests, runStoryTests, testedRevision, testing, useTesting } from './testing'
import { resultsByFile } from './tests-by-file'
import { Ended, Unfinished } from './Unfinished'
import { useRoving } from './use-roving'

const askFiles = async (_campaign: string, at: string, signal: AbortSignal): Promise<string[]> => {
  const files = await api.campaignFiles.query({ at }, { signal })
  return files.flatMap(({ path, kind }) => (kind === 'storyTests' ? [path] : []))
}

/** The story tests of the campaign: what must hold, and the sessions that are against it. */
export function Tests(): ReactElement {
  const dir = useSession((s) => s.present?.campaign.dir ?? '')
  const head = useSession((s) => s.present?.head ?? '')
  const typed = useTesting((s) => s.revision)
  const { answer: commit = '' } = useCommit(testedRevision(typed))
  const { answer: files, problem, again } = useQuery(dir, commit || head, askFiles)
  const { status, answer: report } = testing.use((work) => work)
  const isRunning = status === 'running'
  return (
    <Scroll className="lab-report lab-tests" label="Story tests" onEscape={focusRuns}>
      {problem !== undefined ? (
        <RetryBlank title="Couldn’t look for story tests" problem={problem} again={again} />
      ) : files === undefined ? (
        <p className="quiet lab-waits">Looking for story tests…</p>
      ) : files.length === 0 && typed === undefined && !isRunning ? (
        <Blank title="No story tests yet" button={{ label: 'Write the first test file', onClick: draftFirstTests }}>
          A story test says what must hold whenever the story is played: nearly every party comes to the end, nobody is stuck, every place is seen.
          Tests are files in tests/; the first one opens in the Workshop, to be changed and saved.
        </Blank>
      ) : (
        <>
          <Head files={files} commit={commit} />
          {report && <Results report={report} />}
        </>
      )}
    </Scroll>
  )
}

function Head({ files, commit }: { files: readonly string[]; commit: string }): ReactElement {
  const { revision, fault } = useTesting((s) => s)
  const { status, progress, answer, when } = testing.use((work) => work)
  const isRunning = status === 'running'
  return (
    <>
      <header className="lab-head">
        <div>
          <h2>Story tests</h2>
          <p className="quiet numbers">{answer ? countWords(answer) : `${counted(files.length, 'file')} in tests/`}</p>
          {answer && <Ended when={when} at={answer.commit} />}
        </div>
        {isRunning ? (
          <Button icon={<Square size={13} />} label="Stop" onClick={() => void testing.stop()} />
        ) : (
          <Button icon={<Play size={13} />} label={answer ? 'Run again' : 'Run all tests'} onClick={() => void runStoryTests()} />
        )}
        {isRunning && <Progress progress={progress} />}
      </header>
      <Revision value={testedRevision(revision)} fault={fault} onChange={(text) => useTesting.set({ revision: text, fault: undefined })} />
      {!isRunning && (
        <Unfinished work={testing} name="test run">
          The sessions that were played are kept. Files that are missing below were not done.
        </Unfinished>
      )}
      {!isRunning && answer && commit !== '' && answer.commit !== commit && (
        <p className="lab-note">These results are of another commit. Run the tests again for this one.</p>
      )}
    </>
  )
}

/** "12 passed, 2 failed". A file that can't be read counts as failed. */
function countWords({ tests, problems }: TestReport): string {
  const passed = tests.filter(({ ok }) => ok).length
  return `${passed.toLocaleString('en')} passed, ${(tests.length - passed + problems.length).toLocaleString('en')} failed`
}

const Progress = ({ progress }: { progress: TestProgress | undefined }): ReactElement => (
  <div className="lab-progress">
    <progress aria-label="Sessions played" max={progress?.of ?? 1} value={progress?.done ?? 0} />
    <output className="quiet numbers">
      {progress ? `${progress.file}: ${progress.done.toLocaleString('en')} of ${counted(progress.of, 'session')}` : 'Beginning…'}
    </output>
    <News of={progress} />
  </div>
)

/** The tests of a file that are shown first. */
const FIRST_TESTS = 50

function Results({ report }: { report: TestReport }): ReactElement {
  return (
    <>
      {resultsByFile(report).map(({ file, tests, problem }) => (
        <section key={file} className="lab-part lab-test-file" aria-label={file}>
          <h3>
            <LinkButton label={file} className="mono" onClick={() => openAt(file)} />
          </h3>
          {problem && (
            <div className="lab-alert">
              <p>{problem.message}</p>
              <Button
                icon={<FileSearch size={13} />}
                label={problem.line === undefined ? 'Open the file' : `Open line ${problem.line}`}
                small
                onClick={() => openAt(file, problem.line)}
              />
            </div>
          )}
          <TestList tests={tests} run={report.runs[file]} />
        </section>
      ))}
    </>
  )
}

function TestList({ tests, run }: { tests: readonly TestResult[]; run: string | undefined }): ReactElement {
  const [shown, setShown] = useState(FIRST_TESTS)
  return (
    <>
      <ul>
        {tests.slice(0, shown).map((test) => (
          <Test key={test.name} test={test} run={run} />
        ))}
      </ul>
      <MoreRows rest={tests.length - shown} onMore={(more) => setShown(shown + more)} />
    </>
  )
}

/** A test with what was found. What a script or a list of things says in several sentences stands below each other. */
function Test({ test: { name, ok, words, share, failing }, run }: { test: TestResult; run: string | undefined }): ReactElement {
  return (
    <li className={ok ? 'lab-test' : 'lab-test is-failed'}>
      {ok ? <Check size={15} aria-hidden="true" /> : <X size={15} aria-hidden="true" />}
      <h4 dir="auto">
        {name}
        <span className="unseen">{ok ? ': passed' : ': failed'}</span>
      </h4>
      {share && <ShareBar share={share} />}
      {/* The bar shows the share. */}
      {(share ? words.slice(1) : words).map((line) => (
        <p key={line} className="quiet" dir="auto">
          {line}
        </p>
      ))}
      {failing.length > 0 && run !== undefined && <Against failing={failing} run={run} />}
    </li>
  )
}

/** The sessions that are against a test: each opens as a branch at the beat that shows it. */
function Against({ failing, run }: { failing: TestResult['failing']; run: string }): ReactElement {
  const { stop, keys } = useRoving(failing.length)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among its buttons
    <ul className="lab-against" aria-label="Sessions against it" {...keys}>
      {failing.map(({ session, beat }, i) => (
        <li key={session}>
          <button
            type="button"
            className="lab-name numbers"
            data-stop
            tabIndex={i === stop ? 0 : -1}
            onClick={() => void openSession(session, beat, run)}
          >
            <ExternalLink size={12} aria-hidden="true" /> {`Session ${session.toLocaleString('en')}, beat ${beat.toLocaleString('en')}`}
          </button>
        </li>
      ))}
    </ul>
  )
}
