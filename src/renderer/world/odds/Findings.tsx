import type { ReactElement } from 'react'
import type { Finding } from '../../../shared/reach'
import { onMap } from '../../session'
import { oddsTexts as t } from '../../ui/odds-texts'
import { Pages } from '../../ui/Pages'
import { Scroll } from '../../ui/Parts'
import { chosenOf } from './chosen-of'

/** What is worth knowing of the ways, as a list; a click chooses on the map what it is about. */
export function Findings({ findings }: { findings: readonly Finding[] }): ReactElement {
  return (
    <Scroll className="odds-findings" label={t.findings}>
      <h2 className="unseen">{t.findings}</h2>
      {findings.length === 0 && <p className="quiet">{t.noFindings}</p>}
      <Pages
        items={findings}
        renderRow={(one) => (
          <button type="button" className="odds-finding" onClick={() => onMap({ chosen: chosenOf(one) })}>
            <b className={one.kind}>{t.kinds[one.kind]}</b>
            <span>{one.sentence}</span>
          </button>
        )}
      />
    </Scroll>
  )
}
