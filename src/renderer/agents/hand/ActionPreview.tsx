import { useEffect, useRef, type ReactElement } from 'react'
import type { Preview } from '../../../shared/table/turns'
import { Entry } from '../../prose/Entry'
import { useSession } from '../../session'
import { Changes, Rolls } from '../Call'
import { handTexts as t } from './texts'

/** A preview of a call: its log lines, rolls and changes, marked as a preview. */
export function ActionPreview({ preview: { subject, answer, log, rolls, changes } }: { preview: Preview }): ReactElement {
  const actors = useSession((s) => s.present?.state.actors)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={box} className="what-if" aria-label={t.preview} aria-live="polite">
      <p className="what-if-mark">
        <b>{t.preview}</b> Only you see this preview, and nothing is saved. The action gives the same result when you take it now.
      </p>
      {!log.some(({ text }) => text.startsWith(subject)) && <h4>{subject}</h4>}
      {log.length === 0 && <p className="quiet">This action adds no line to the log.</p>}
      {log.map((entry, i) => (
        <article key={i} className={`what-if-entry ${entry.kind}`}>
          <Entry actors={actors} entry={entry} />
        </article>
      ))}
      {answer !== '' && answer !== subject && !log.some(({ text }) => text.includes(answer)) && (
        <p className="quiet">
          <b>{t.answer}</b> {answer}
        </p>
      )}
      {rolls.length > 0 && <Rolls rolls={rolls} />}
      <Changes changes={changes} />
    </section>
  )
}

/** The answer of a lookup tool, as an agent would get it. */
export function LookupAnswer({ text }: { text: string }): ReactElement {
  return (
    <section className="what-if" aria-label={t.answer} aria-live="polite">
      <pre className="looked mono">{readable(text)}</pre>
    </section>
  )
}

/** JSON with a line for each of its fields; any other text as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
