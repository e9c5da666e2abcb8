import { ChevronRight } from 'lucide-react'
import { useEffect, useMemo, type ReactElement } from 'react'
import { CONTRADICTIONS, judgedBy, quoted } from '../../shared/words/contradiction-words'
import type { BeatContradictions, Contradiction } from '../../shared/analysis/contradictions'
import { fetchContradictions, useContradictions } from '../contradictions'
import { FileLink } from '../files/FileLink'
import { goTo, useSession } from '../session'
import { withNumber } from '../store/beats'
import { Pages } from '../ui/Pages'
import { problemTexts as t } from './texts'
import { LinkButton } from '../ui/Parts'

/** The contradictions between the story on this line and the record, newest first, each with links to its beat and to its fact. */
export function ContradictionList(): ReactElement | null {
  const byCommit = useContradictions((known) => known.byCommit)
  const line = useSession((s) => s.line)
  const head = useSession((s) => s.present?.head)
  useEffect(fetchContradictions, [head])
  const rows = useMemo(() => rowsOf(line, byCommit), [line, byCommit])
  if (rows.length === 0) return null
  return (
    <details open className="finding-group">
      <summary>
        <ChevronRight size={13} aria-hidden="true" /> {t.group('Contradictions', rows.length)}
      </summary>
      <Pages className="problems" items={rows} renderRow={(row) => <Row {...row} />} />
    </details>
  )
}

interface ContradictionRow extends Contradiction {
  commit: string
  beat: number
}

function rowsOf(line: readonly { id: string }[], byCommit: ReadonlyMap<string, BeatContradictions>): ContradictionRow[] {
  return line.toReversed().flatMap(({ id }) => {
    const one = byCommit.get(id)
    return one ? one.contradictions.map((mark) => ({ ...mark, commit: id, beat: one.beat })) : []
  })
}

function Row({ kind, quote, fact, source, model, commit, beat }: ContradictionRow): ReactElement {
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
