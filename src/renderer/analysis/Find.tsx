import { ChevronLeft, ChevronRight, Eye, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactElement, useCallback } from 'react'
import { type FindResult, resultWords, howWords } from '../../shared/analysis/analysis'
import type { ProblemData } from '../../shared/base/problem'
import { api } from '../client'
import { cursorIndex, goTo, useSession } from '../session'
import { Button, CommandButton, IconButton } from '../ui/Parts'
import { updateAnalysis, onFindOpened, setWatched } from './commands'
import { useAnalysis } from './state'
import { analysisTexts } from './texts'
import { watchedIn } from './watched'
import { counted } from '../ui/amounts'
import { ExpressionField } from '../ui/ExpressionField'
import { expressionFault } from '../../shared/predicate/expression-fault'
import { useVocabulary } from '../ui/vocabulary'
import { Form } from '../ui/Field'
import { problemOf } from '../problem-of'
import { useRunning } from '../ui/use-running'
import './analysis.css'

const t = analysisTexts.find

/** The search by expression, above the timeline. */
export function Find(): ReactElement | null {
  const open = useAnalysis((analysis) => analysis.finding)
  // A result belongs to one line of one campaign.
  const of = useSession((s) => `${s.present?.branch} ${s.present?.campaign.dir}`)
  return open ? <OpenFind key={of} /> : null
}

function OpenFind(): ReactElement {
  const question = useAnalysis((analysis) => analysis.question)
  const end = useSession((s) => s.line.at(-1)?.id)
  const result = useAnalysis((analysis) => analysis.result)
  const vocabulary = useVocabulary()
  const { search, start, stop } = useFind()
  const [fault, setFault] = useState<ProblemData>()
  const field = useRef<HTMLInputElement>(null)
  const faultId = useId()
  useEffect(
    () =>
      onFindOpened(() => {
        field.current?.focus()
        field.current?.select()
      }),
    []
  )
  useEffect(() => () => updateAnalysis({ result: undefined }), [])
  const close = (): void => {
    stop()
    updateAnalysis({ finding: false, result: undefined })
  }
  const go = (): void => {
    const found = expressionFault(question)
    setFault(found)
    if (!found && end !== undefined) start(question.trim(), end)
  }
  const current = search?.expression === question.trim() ? search : undefined
  const problem = fault ?? current?.problem
  const running = search?.progress !== undefined
  return (
    <section className="find" aria-label="Find beat by expression">
      <Form className="find-line" onSubmit={go}>
        <div className="find-field">
          <ExpressionField
            field={field}
            up
            value={question}
            vocabulary={vocabulary}
            aria-label="Expression"
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? faultId : undefined}
            onChange={(text) => {
              setFault(undefined)
              updateAnalysis({ question: text })
            }}
            onEnter={go}
            onEscape={(event) => {
              event.preventDefault()
              close()
            }}
          />
        </div>
        {running ? <Button label="Stop search" onClick={stop} /> : <Button label="Find beat" main submit />}
        {result && <ResultActions finding={result} />}
        <IconButton label="Close search" icon={<X size={15} />} small className="find-close" onClick={close} />
      </Form>
      {problem ? (
        <Wrong id={faultId} question={fault ? question : question.trim()} problem={problem} />
      ) : (
        <Answer search={search?.problem ? undefined : search} result={result} />
      )}
    </section>
  )
}

function Wrong({ id, question, problem }: { id: string; question: string; problem: ProblemData }): ReactElement {
  const { at, end } = problem.data ?? {}
  const placed = typeof at === 'number' && typeof end === 'number' && question.trim() !== ''
  return (
    <div id={id} className="find-wrong" role="alert">
      {placed && (
        <code>
          {question.slice(0, at)}
          <u>{question.slice(at, end) || ' '}</u>
          {question.slice(end)}
        </code>
      )}
      <p className="fault">{problem.message}</p>
    </div>
  )
}

function Answer({ search, result }: { search: Search | undefined; result: FindResult | undefined }): ReactElement {
  const progress = search?.progress
  return (
    <output className="find-answer">
      {result && <p>{resultWords(result)}</p>}
      {result && <p className="quiet">{howWords(result)}</p>}
      {progress === 'reading' && !result && <p className="quiet">Reading the branch…</p>}
      {progress !== undefined && progress !== 'reading' && (
        <p className="quiet numbers">{`Checked ${progress.done.toLocaleString('en')} of ${counted(progress.of, 'beat')}…`}</p>
      )}
      {search?.stopped && <p className="quiet">Search stopped.</p>}
      {!result && !search && (
        <p className="quiet">
          {'Start with actor, any.player, all.player, place, fact, clock, scene, turn or beat. Compare with == != < <= > >=. Join with and, or, not.'}
        </p>
      )}
    </output>
  )
}

function ResultActions({ finding }: { finding: FindResult }): ReactElement {
  const at = useSession((s) => s.line[cursorIndex(s)]?.id)
  const dir = useSession((s) => s.present?.campaign.dir)
  const watched = useAnalysis((analysis) => watchedIn(analysis.watched, dir).includes(finding.expression))
  const { first, flips, more, expression } = finding
  const index = flips.findIndex((flip) => flip.commit === at) + 1
  return (
    <>
      {first && <Button label="Go to beat" onClick={() => goTo(first.commit)} />}
      {flips.length > 0 && (
        <span className="find-flips">
          <CommandButton id="analysis.previous" icon={<ChevronLeft size={15} />} className="small" />
          <span className="numbers quiet">{t.changes(index, flips.length + more)}</span>
          <CommandButton id="analysis.next" icon={<ChevronRight size={15} />} className="small" />
        </span>
      )}
      <Button
        icon={<Eye size={14} />}
        label={watched ? 'Watching' : 'Watch value'}
        aria-pressed={watched}
        onClick={() => setWatched(expression, !watched)}
      />
    </>
  )
}

interface Search {
  expression: string
  progress?: { done: number; of: number } | 'reading' | undefined
  problem?: ProblemData | undefined
  stopped?: boolean | undefined
}

/** Searches one line of history at a time. The result is in the store, so that keys can step through it. */
function useFind(): { search: Search | undefined; start: (expression: string, at: string) => void; stop: () => void } {
  const [search, setSearch] = useState<Search>()
  const { run, end } = useRunning()
  const start = useCallback(
    (expression: string, at: string): void =>
      run(() => {
        updateAnalysis({ result: undefined })
        setSearch({ expression, progress: 'reading' })
        return api.find.subscribe(
          { expression, at },
          {
            onData: (news) => {
              if (news.kind === 'progress') setSearch({ expression, progress: news })
              else {
                updateAnalysis({ result: news.finding })
                if (news.finding.confirmed) setSearch({ expression })
              }
            },
            onError: (error) => setSearch({ expression, problem: problemOf(error) }),
            onComplete: () => setSearch((now) => (now?.progress === undefined ? now : { expression, stopped: true }))
          }
        )
      }),
    [run]
  )
  const stop = useCallback(() => {
    end()
    setSearch((now) => now && { expression: now.expression, stopped: true })
  }, [end])
  return { search, start, stop }
}
