import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { FINDING_GROUPS, groupsOf, type CheckReport } from '../../shared/analysis/reports'
import { isRemark, type ProblemData } from '../../shared/base/problem'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { FileLink } from '../files/FileLink'
import { useSession, goTo } from '../session'
import { slice } from '../slice'
import { Pages } from '../ui/Pages'
import { Blank, Button, Scroll, LinkButton, Disclosure } from '../ui/Parts'
import { texts } from '../ui/texts'
import { problemTexts as t } from './texts'
import { CONTRADICTIONS, judgedBy, quoted, judgedWords, priceWords } from '../../shared/words/contradiction-words'
import type { BeatContradictions, Contradiction, JudgePrice } from '../../shared/analysis/contradictions'
import { fetchContradictions, useContradictions, refetchContradictions } from '../contradictions'
import { withNumber } from '../store/beats'
import { useRunning } from '../ui/use-running'
import { counted } from '../ui/amounts'
import './agents.css'

interface Checked {
  running: boolean
  report?: CheckReport
  problem?: string
}

const useChecked = slice<Checked>('checked', { running: false })

/** Checks the open campaign. The findings stay until the next check or until another campaign is opened. */
function check(): void {
  const dirNow = (): string | undefined => useSession.getState().present?.campaign.dir
  const dir = dirNow()
  const done = (checked: Checked): void => {
    if (dirNow() === dir) useChecked.set(checked)
  }
  useChecked.set({ running: true, report: undefined, problem: undefined })
  api.check.query().then(
    (report) => done({ running: false, report }),
    (error: unknown) => done({ running: false, problem: problemOf(error).message })
  )
}

/** All problems of the open campaign, newest first, and on demand all findings of a check of its game and world. */
export function Problems(): ReactElement {
  const problems = useSession((s) => s.present?.problems)
  const { running, report, problem } = useChecked((checked) => checked)
  return (
    <Scroll className="panel" label={t.title}>
      <section className="story-checks" aria-busy={running}>
        <Button label="Check campaign" small disabled={running} onClick={check} />
        {problem !== undefined && <p role="alert">{problem}</p>}
        {report && <p className="quiet">{t.checked(report)}</p>}
        <Judge />
        <ContradictionList />
        {report && <Findings findings={report.findings} />}
      </section>
      {problems?.length ? (
        <ProblemList problems={problems.toReversed()} />
      ) : running ? (
        <Blank title="Checking…">Proscenium plays the game many times over. Play can go on meanwhile.</Blank>
      ) : report || problem !== undefined ? null : (
        <Blank title="Not checked yet">
          Check the campaign to find errors in its rules and files, and facts and places that play never reaches. Errors during play also appear here.
        </Blank>
      )}
    </Scroll>
  )
}

function Findings({ findings }: { findings: readonly ProblemData[] }): ReactElement {
  const groups = groupsOf(findings)
  return (
    <>
      {FINDING_GROUPS.filter((group) => groups[group].length > 0).map((group) => (
        <Disclosure key={group} open={group !== 'stock'} className="finding-group" title={t.group(t.groups[group], groups[group].length)}>
          <ProblemList problems={groups[group]} />
        </Disclosure>
      ))}
    </>
  )
}

function ProblemList({ problems }: { problems: readonly ProblemData[] }): ReactElement {
  return (
    <Pages
      className="problems"
      items={problems}
      renderRow={(one) => {
        const file = one.data?.['file']
        const line = one.data?.['line']
        return (
          <div className={isRemark(one) ? 'remark' : undefined}>
            {!isRemark(one) && <h3>{texts.notice.titles[one.code]}</h3>}
            <p>{one.message}</p>
            {typeof file === 'string' && (
              <p>
                <FileLink path={file} line={typeof line === 'number' ? line : undefined} />
              </p>
            )}
          </div>
        )
      }}
    />
  )
}

function ContradictionList(): ReactElement | null {
  const byCommit = useContradictions((known) => known.byCommit)
  const line = useSession((s) => s.line)
  const head = useSession((s) => s.present?.head)
  useEffect(fetchContradictions, [head])
  const rows = useMemo(() => rowsOf(line, byCommit), [line, byCommit])
  if (rows.length === 0) return null
  return (
    <Disclosure open className="finding-group" title={t.group('Contradictions', rows.length)}>
      <Pages className="problems" items={rows} renderRow={(row) => <ContradictionRow {...row} />} />
    </Disclosure>
  )
}

interface BeatContradiction extends Contradiction {
  commit: string
  beat: number
}

function rowsOf(line: readonly { id: string }[], byCommit: ReadonlyMap<string, BeatContradictions>): BeatContradiction[] {
  return line.toReversed().flatMap(({ id }) => {
    const one = byCommit.get(id)
    return one ? one.contradictions.map((mark) => ({ ...mark, commit: id, beat: one.beat })) : []
  })
}

function ContradictionRow({ kind, quote, fact, source, model, commit, beat }: BeatContradiction): ReactElement {
  const from = useSession((s) => ('beat' in source ? withNumber(s.line, source.beat)?.id : undefined))
  return (
    <>
      <h3>{CONTRADICTIONS[kind]}</h3>
      <p>
        {quoted(quote)} {fact}
        {model !== undefined && ` ${judgedBy(model)}`}
      </p>
      <p>
        <LinkButton label={`Narrated in beat ${beat}`} onClick={() => goTo(commit)} />{' '}
        {'file' in source ? (
          <FileLink path={source.file} />
        ) : (
          <LinkButton label={`Recorded in beat ${source.beat}`} disabled={from === undefined} onClick={() => from !== undefined && goTo(from)} />
        )}
      </p>
    </>
  )
}

type Stage =
  | { at: 'rest'; words?: string; isFault?: boolean }
  | { at: 'pricing' }
  | { at: 'priced'; price: JudgePrice }
  | { at: 'judging'; done: number; of: number }

/** Has the model of the settings look for contradictions: first its price, then, if the designer agrees, the requests. Absent without one. */
function Judge(): ReactElement | null {
  const model = useSession((s) => s.present?.table.judge)
  const [stage, setStage] = useState<Stage>({ at: 'rest' })
  const { run, end } = useRunning()
  const box = useRef<HTMLDivElement>(null)
  // Each stage has other buttons, so the focus moves to the first one of the next stage.
  const shown = useRef(stage.at)
  useEffect(() => {
    if (shown.current === stage.at) return
    shown.current = stage.at
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [stage.at])
  if (model === undefined) return null
  const failed = (error: unknown): void => setStage({ at: 'rest', words: problemOf(error).message, isFault: true })
  const price = (): void => {
    setStage({ at: 'pricing' })
    api.judgePrice.query({}).then((price) => setStage(price.beats === 0 ? { at: 'rest', words: priceWords(price) } : { at: 'priced', price }), failed)
  }
  const judge = (of: number): void => {
    setStage({ at: 'judging', done: 0, of })
    run(() =>
      api.judge.subscribe(
        { model },
        {
          onData: (news) => {
            if (news.kind === 'progress') return setStage({ at: 'judging', ...news.progress })
            setStage({ at: 'rest', words: judgedWords(news.answer), isFault: news.answer.problem !== undefined })
            refetchContradictions()
          },
          onError: failed
        }
      )
    )
  }
  const stop = (): void => {
    end()
    setStage({ at: 'rest', words: 'Stopped. Proscenium kept the judgments made so far.' })
    refetchContradictions()
  }
  return (
    <div className="judge" ref={box}>
      {stage.at === 'priced' ? (
        <>
          <p>{priceWords(stage.price)}</p>
          <Button label="Send the requests" main small onClick={() => judge(stage.price.beats)} />
          <Button label="Cancel" small onClick={() => setStage({ at: 'rest' })} />
        </>
      ) : stage.at === 'judging' ? (
        <>
          <output>{`Judged ${stage.done.toLocaleString('en')} of ${counted(stage.of, 'beat')}…`}</output>
          <Button label="Stop" small onClick={stop} />
        </>
      ) : (
        <>
          <Button label={`Judge narrations with ${model}…`} small disabled={stage.at === 'pricing'} onClick={price} />
          {stage.at === 'pricing' && <output>Estimating the cost…</output>}
          {stage.at === 'rest' && stage.words !== undefined && (
            <p className={stage.isFault ? 'fault' : 'quiet'} role={stage.isFault ? 'alert' : 'status'}>
              {stage.words}
            </p>
          )}
        </>
      )}
    </div>
  )
}
