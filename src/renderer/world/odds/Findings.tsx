import { useState, type ReactElement } from 'react'
import type { Finding } from '../../../shared/reach'
import { onMap } from '../../session'
import { oddsTexts as t } from '../../ui/odds-texts'
import { Scroll } from '../../ui/Parts'
import { chosenOf } from './chosen-of'

/** As many are listed at first, and more at a time. */
const PAGE = 100

/** What is worth knowing of the ways, as a list; a click chooses on the map what it is about. */
export function Findings({ findings }: { findings: readonly Finding[] }): ReactElement {
  const [shown, setShown] = useState(PAGE)
  const rest = findings.length - shown
  return (
    <Scroll className="odds-findings" label={t.findings}>
      <h2 className="unseen">{t.findings}</h2>
      {findings.length === 0 && <p className="quiet">{t.noFindings}</p>}
      <ul>
        {findings.slice(0, shown).map((one) => (
          <li key={`${one.kind} ${one.sentence}`}>
            <button type="button" className="odds-finding" onClick={() => onMap({ chosen: chosenOf(one) })}>
              <b className={one.kind}>{t.kinds[one.kind]}</b>
              <span>{one.sentence}</span>
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="button small" onClick={() => setShown(shown + PAGE)}>
          {t.more(Math.min(PAGE, rest))}
        </button>
      )}
    </Scroll>
  )
}
