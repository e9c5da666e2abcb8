import type { ReactElement } from 'react'
import type { InteractionOdds } from '../../../shared/analysis/odds'
import type { InteractionsAnswer } from '../../store/map-state'
import { Mean } from '../../ui/Chance'
import { exact, Line } from './lines'
import { oddsTexts } from './texts'

const t = oddsTexts.side

/** The possible interactions of one character in a place that involve a roll. */
export function Interactions({ actor, answer }: { actor: string; answer: InteractionsAnswer }): ReactElement {
  if (answer.problem !== undefined) return <p className="quiet">{answer.problem}</p>
  const mine = answer.dealings?.find((one) => one.actor === actor)?.interactions ?? []
  return (
    <>
      {mine.map((one) => (
        <Dealing key={JSON.stringify([one.target, one.params])} {...one} />
      ))}
    </>
  )
}

function Dealing({ name, with: what, counted, why }: InteractionOdds): ReactElement {
  return (
    <>
      <h4>{what === undefined ? `With ${name}` : `With ${name}: ${what.split(':')[0] ?? what}`}</h4>
      {counted ? (
        <dl>
          {counted.success.fraction !== '1' && <Line of="Success">{exact(counted.success)}</Line>}
          {counted.partial.fraction !== '0' && <Line of="Success at a cost">{exact(counted.partial)}</Line>}
          {counted.damage.fraction !== '0' && (
            <Line of={t.damage}>
              <Mean {...counted.damage} />
            </Line>
          )}
          {counted.down.fraction !== '0' && <Line of="Brings the target down">{exact(counted.down)}</Line>}
          {counted.back.fraction !== '0' && (
            <Line of="Damage taken, on average">
              <Mean {...counted.back} />
            </Line>
          )}
          {counted.falls.fraction !== '0' && <Line of="Goes down">{exact(counted.falls)}</Line>}
          {counted.label !== undefined && <Line of={t.stat}>{counted.label}</Line>}
        </dl>
      ) : (
        <p className="quiet">{why}</p>
      )}
    </>
  )
}
