import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { CONTRADICTIONS, judgedBy, quoted } from '../../shared/words/contradiction-words'
import type { Contradiction } from '../../shared/analysis/contradictions'
import { FileLink } from '../files/FileLink'
import { goTo, useSession } from '../session'
import { withNumber } from '../store/beats'
import { LinkButton } from '../ui/Parts'

/** The contradictions of an entry, each with its quote, the fact, and a link to the source. */
export function Contradictions({ all }: { all: readonly Contradiction[] }): ReactElement | null {
  if (all.length === 0) return null
  return (
    <ul className="contradictions" aria-label="Contradictions">
      {all.map(({ kind, quote, fact, source, model }, i) => (
        <li key={i}>
          <TriangleAlert size={13} aria-hidden="true" />
          <p>
            <b>{CONTRADICTIONS[kind]}.</b> <span className="contradiction-quote">{quoted(quote)}</span> {fact}{' '}
            {model !== undefined && `${judgedBy(model)} `}
            {'file' in source ? <FileLink path={source.file} /> : <BeatButton n={source.beat} />}
          </p>
        </li>
      ))}
    </ul>
  )
}

function BeatButton({ n }: { n: number }): ReactElement {
  const id = useSession((s) => withNumber(s.line, n)?.id)
  return <LinkButton label={`Beat ${n}`} disabled={id === undefined} onClick={() => id !== undefined && goTo(id)} />
}
