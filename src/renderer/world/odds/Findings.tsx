import type { ReactElement } from 'react'
import type { ReachFinding, Reach } from '../../../shared/analysis/reach'
import { updateMap } from '../../session'
import { Pages } from '../../ui/Pages'
import { Scroll } from '../../ui/Parts'
import { requestOnMap } from '../map-requests'
import { itemsOf } from './finding-items'
import { oddsTexts as t } from './texts'

function show(finding: ReachFinding): void {
  updateMap({ selection: itemsOf(finding) })
  requestOnMap('selection')
}

/** The findings about journeys, as a list. A click selects the items of a finding on the map. */
export function Findings({ reach: { findings, actors } }: { reach: Reach }): ReactElement {
  // Nothing is known about a character who takes no journey, so the list doesn't claim that there are no problems.
  const stuck = actors.flatMap(({ name, why }) => (why === undefined ? [] : t.stuck(name, why)))
  return (
    <Scroll className="odds-findings" label={t.findings}>
      <h2 className="unseen">{t.findings}</h2>
      {stuck.map((sentence) => (
        <p key={sentence} className="quiet">
          {sentence}
        </p>
      ))}
      {findings.length === 0 && stuck.length < actors.length && <p className="quiet">The character can reach every place and gets stuck nowhere.</p>}
      <Pages
        items={findings}
        renderRow={(one) => (
          <button type="button" className="odds-finding" onClick={() => show(one)}>
            <b className={one.kind}>{t.kinds[one.kind]}</b>
            <span>{one.sentence}</span>
          </button>
        )}
      />
    </Scroll>
  )
}
