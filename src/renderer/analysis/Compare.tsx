import { ArrowLeftRight, X, FileText } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import {
  type ComparedSide,
  type Comparison,
  GROUP_TITLES,
  type ComparedGroup,
  type ComparedLine,
  type FileLines
} from '../../shared/analysis/compare'
import { api } from '../client'
import { goTo, useSession } from '../session'
import { Query, useQuery } from '../ui/Query'
import { Blank, Button, IconButton, LinkButton, Scroll } from '../ui/Parts'
import { SearchField } from '../ui/Field'
import { updateAnalysis, compareCommits, stopComparing } from './commands'
import { filtered } from './filter-groups'
import { useAnalysis, type Comparing } from './state'
import { analysisTexts } from './texts'
import { counted } from '../ui/amounts'
import { DiffLines } from '../ui/DiffLines'
import { hueOf } from '../../shared/story/hues'
import { texts } from '../ui/texts'
import './analysis.css'

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

function CompareGroup({ group, a, b, whole }: { group: ComparedGroup; a: string; b: string; whole: boolean }): ReactElement {
  const { kind, lines, total } = group
  return (
    <section className="compare-group" aria-label={GROUP_TITLES[kind]}>
      <h3>
        {GROUP_TITLES[kind]} <span className="numbers quiet">{whole ? total : lines.length}</span>
      </h3>
      <ul>
        {lines.map((line) => (
          <Line key={line.id} line={line} a={a} b={b} />
        ))}
      </ul>
      {whole && total > lines.length && (
        <p className="quiet numbers">{`${(total - lines.length).toLocaleString('en')} more of this kind. The list is full.`}</p>
      )}
    </section>
  )
}

function Line({ line, a, b }: { line: ComparedLine; a: string; b: string }): ReactElement {
  const [open, setOpen] = useState(false)
  const actors = useSession((s) => s.present?.state.actors)
  const { words, label, from, to, about, files } = line
  const hue = about?.kind === 'actor' ? ` hue-${hueOf(actors, about.id)}` : ''
  return (
    <li className={`compare-line${hue}`}>
      <div className="compare-words">
        {label === undefined ? (
          <p>{words}</p>
        ) : (
          <p>
            <span className="compare-label">{label}</span>{' '}
            {from !== undefined && (
              <>
                <del>{from}</del> <span aria-hidden="true">→</span>
                <span className="unseen"> becomes </span>{' '}
              </>
            )}
            <ins>{to}</ins>
          </p>
        )}
        {files.length > 0 && (
          <Button
            icon={<FileText size={12} />}
            label={open ? t.hide : t.lines}
            small
            aria-expanded={open}
            aria-label={`${open ? t.hide : t.lines}: ${words}`}
            onClick={() => setOpen(!open)}
          />
        )}
      </div>
      {open && (
        <section className="compare-lines" aria-label={`Changed lines of: ${words}`}>
          {files.map((path) => (
            <File key={path} a={a} b={b} path={path} />
          ))}
        </section>
      )}
    </li>
  )
}

/** Fetches the line differences of one file between two commits. The key contains both commits. */
const askLines = (key: string, path: string, signal: AbortSignal): Promise<FileLines> => {
  const [a = '', b = ''] = key.split(' ')
  return api.compareFile.query({ a, b, path }, { signal })
}

function File({ a, b, path }: { a: string; b: string; path: string }): ReactElement {
  const answer = useQuery(`${a} ${b}`, path, askLines)
  return (
    <div aria-busy={answer.waiting}>
      <Query {...answer} waits="Reading the lines…">
        {({ change, hunks, left, binary }) => (
          <>
            <p className="quiet">
              <span className="mono">{path}</span> · {t.change[change]}
            </p>
            {binary ? (
              <p className="quiet">{texts.diff.binary}</p>
            ) : hunks.length === 0 ? (
              <p className="quiet">{texts.diff.noLines}</p>
            ) : (
              <DiffLines hunks={hunks} />
            )}
            {left > 0 && <p className="quiet numbers">{texts.diff.left(left)}</p>}
          </>
        )}
      </Query>
    </div>
  )
}
