import { ArrowLeftRight, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import type { ComparedSide, Comparison } from '../../shared/analysis/compare'
import { api } from '../client'
import { goTo, useSession } from '../session'
import { Query, useQuery } from '../ui/Query'
import { Blank, Button, IconButton, LinkButton, Scroll } from '../ui/Parts'
import { SearchField } from '../ui/Field'
import { updateAnalysis, compareCommits, stopComparing } from './commands'
import { CompareGroup } from './CompareGroup'
import { filtered } from './filter-groups'
import { useAnalysis, type Comparing } from './state'
import { analysisTexts } from './texts'
import './analysis.css'
import { counted } from '../ui/amounts'
const t = analysisTexts.compare

const compare = (a: string, b: string, signal: AbortSignal): Promise<Comparison> => api.compare.query({ a, b }, { signal })

/** The view of two beats side by side. */
export function CompareView(): ReactElement | null {
  const comparing = useAnalysis((analysis) => analysis.comparing)
  return comparing ? <Compare key={`${comparing.a} ${comparing.b}`} {...comparing} /> : null
}

/** Two commits in the game's words, group by group. Play and cursor don't affect the comparison. */
function Compare({ a, b }: Comparing): ReactElement {
  const answer = useQuery(a, b, compare)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="analysis-compare" aria-labelledby="compare-title" aria-busy={answer.waiting}>
      <header className="compare-head">
        <h1 id="compare-title" ref={title} tabIndex={-1}>
          {t.title}
        </h1>
        <Button label="Compare with another beat…" small onClick={() => updateAnalysis({ choosing: a })} />
        <Button icon={<ArrowLeftRight size={13} />} label="Swap sides" small onClick={() => compareCommits(b, a)} />
        <IconButton label="Close" icon={<X size={15} />} small onClick={stopComparing} />
      </header>
      <div className="compare-body">
        <Query {...answer} waits="Comparing…">
          {(comparison) => <Differences comparison={comparison} />}
        </Query>
      </div>
    </section>
  )
}

function Differences({ comparison }: { comparison: Comparison }): ReactElement {
  const { a, b, base, groups } = comparison
  const oneLine = base?.commit === a.commit || base?.commit === b.commit
  const [query, setQuery] = useState('')
  const shown = useMemo(() => filtered(groups, query), [groups, query])
  const all = groups.reduce((sum, { total }) => sum + total, 0)
  const count = query.trim() === '' ? all : shown.reduce((sum, { lines }) => sum + lines.length, 0)
  return (
    <>
      <div className="compare-sides">
        <Side over="From" side={a} words={sinceWords(a, b, base?.commit)} />
        <Side over="To" side={b} words={sinceWords(b, a, base?.commit)} />
      </div>
      <div className="compare-tools">
        <p className="quiet">
          {oneLine
            ? 'Both beats are on one branch.'
            : base
              ? `Both branches share the story up to beat ${base.n.toLocaleString('en')}.`
              : 'The two beats share no history.'}{' '}
          {base && !oneLine && <LinkButton label="Go to branch point" onClick={() => goTo(base.commit)} />}
        </p>
        {groups.length > 0 && (
          <>
            <output className="quiet numbers">
              {count === all ? counted(all, 'difference') : `${count.toLocaleString('en')} of ${counted(all, 'difference')}`}
            </output>
            <SearchField
              label="Filter the differences"
              placeholder="Filter by name or word"
              query={query}
              onQuery={setQuery}
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return
                event.preventDefault()
                if (query === '') stopComparing()
                else setQuery('')
              }}
            />
          </>
        )}
      </div>
      {groups.length === 0 ? (
        <Blank title="No differences">Both beats have exactly the same content.</Blank>
      ) : (
        <Scroll className="compare-groups" label={t.title}>
          {shown.length === 0 && <p className="quiet">No difference contains these words.</p>}
          {shown.map((group) => (
            <CompareGroup key={group.kind} group={group} a={a.commit} b={b.commit} whole={query.trim() === ''} />
          ))}
        </Scroll>
      )}
    </>
  )
}

/** The number of beats that a side has played since the common beat; empty if there is none. */
function sinceWords({ commit, beats, entries }: ComparedSide, other: ComparedSide, base: string | undefined): string {
  if (base === undefined) return ''
  if (commit === base) return 'The earlier beat.'
  return other.commit === base
    ? `${counted(beats, 'beat')} and ${counted(entries, 'log line')} later`
    : `${counted(beats, 'beat')} and ${counted(entries, 'log line')} since the branches split`
}

function Side({ over, side, words }: { over: string; side: ComparedSide; words: string }): ReactElement {
  const own = useSession((s) => s.beats.trackOf.get(side.commit)?.branch)
  const branch = side.branches[0] ?? own
  return (
    <article className="compare-side">
      <p className="panel-over numbers">
        {over} · {t.beat(side.n)} {branch !== undefined && <span className="mono">{branch}</span>}
      </p>
      <h2>{side.subject}</h2>
      <p className="quiet numbers">
        {words} <LinkButton label={t.go} aria-label={`${t.go}: ${t.beat(side.n)}`} onClick={() => goTo(side.commit)} />
      </p>
    </article>
  )
}
