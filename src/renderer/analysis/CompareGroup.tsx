import { FileText } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { GROUP_TITLES, type ComparedGroup, type ComparedLine, type FileLines } from '../../shared/analysis/compare'
import { api } from '../client'
import { useSession } from '../session'
import { Query, useQuery } from '../ui/Query'
import { DiffLines } from '../ui/DiffLines'
import { hueOf } from '../../shared/story/hues'
import { texts } from '../ui/texts'
import { analysisTexts } from './texts'
import { Button } from '../ui/Parts'

const t = analysisTexts.compare

/** The differences of one kind. `whole`: nothing was filtered out. */
export function CompareGroup({ group, a, b, whole }: { group: ComparedGroup; a: string; b: string; whole: boolean }): ReactElement {
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
