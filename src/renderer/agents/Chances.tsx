import { Fragment, useState, type ReactElement, type ReactNode } from 'react'
import { own } from '../../shared/base/json'
import type { ActorOdds, AttackOdds, JourneyOdds, Odds } from '../../shared/analysis/odds'
import { api } from '../client'
import { useSession } from '../session'
import { command, run } from '../ui/commands'
import { Mean, SuccessShare } from '../ui/Chance'
import { texts } from '../ui/texts'
import { Query, useQuery } from '../ui/Query'
import { Button, Disclosure } from '../ui/Parts'

const t = { none: 'This character has no odds to show.' } as const

const askOdds = (who: string, commit: string, signal: AbortSignal): Promise<Odds> => api.odds.query({ as: who, at: commit }, { signal })

/** Exact odds of a character at the cursor, folded. They are calculated only while they are open. */
export function Chances({ who, commit }: { who: string; commit: string }): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <section>
      <Disclosure className="chances" onToggle={(event) => setOpen(event.currentTarget.open)} title={<h3>Odds</h3>}>
        {open && <Counted who={who} commit={commit} />}
      </Disclosure>
    </section>
  )
}

function Counted({ who, commit }: { who: string; commit: string }): ReactElement {
  const answer = useQuery(who, commit, askOdds)
  return (
    <div className={answer.waiting && answer.answer ? 'chances-before' : ''} aria-busy={answer.waiting}>
      <Query {...answer} waits="Calculating…">
        {({ actors, preparing }) => (
          <>
            {preparing && <p className="quiet">{texts.odds.preparing({ ...preparing, waiting: [who] })}</p>}
            {actors.map((odds) => (
              <Fragment key={odds.actor}>
                {actors.length > 1 && <h4>{odds.name}</h4>}
                <Parts odds={odds} who={who} />
              </Fragment>
            ))}
          </>
        )}
      </Query>
      <Button label={command('map.odds').label} small onClick={() => run('map.odds')} />
    </div>
  )
}

function Parts({ odds: { saves, attacks, noAttack, journeys, noJourney }, who }: { odds: ActorOdds; who: string }): ReactElement {
  const here = useSession((s) => own(s.snapshot?.state.actors, who)?.location)
  const away = journeys.filter(({ from }) => from !== here)
  const near = journeys.filter(({ from }) => from === here)
  const reasons =
    noAttack === noJourney
      ? [['No attacks or journeys', noAttack]]
      : [
          ['No attacks', noAttack],
          ['No journeys', noJourney]
        ]
  return (
    <>
      {saves.length > 0 && (
        <Table title="Saves" head={['Now', 'Chance']}>
          {saves.map(({ stat, label, value, chance }) => (
            <Row key={stat} of={label} cells={[value, <SuccessShare key="chance" {...chance} />]} />
          ))}
        </Table>
      )}
      {attacks.length > 0 && (
        <Table title="Attacks" head={['Mean damage', 'Brings down']}>
          {attacks.map((attack) => (
            <Attack key={JSON.stringify(attack.params)} {...attack} />
          ))}
        </Table>
      )}
      {near.length > 0 && <Journeys title="Journeys from here, alone" journeys={near} />}
      {away.length > 0 && (
        <Disclosure title={`Journeys elsewhere (${away.length})`}>
          <Journeys title="Journeys elsewhere, alone" journeys={away} />
        </Disclosure>
      )}
      {reasons.map(([what, why]) => why !== undefined && <p key={what} className="quiet">{`${what} (${why}).`}</p>)}
    </>
  )
}

function Table({ title, head, children }: { title: string; head: readonly string[]; children: ReactNode }): ReactElement {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {head.map((each) => (
            <th key={each} scope="col">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

interface RowProps {
  of: string
  note?: string | undefined
  impossible?: boolean | undefined
  cells: readonly ReactNode[]
  why?: string | undefined
}
function Row({ of, note = '', impossible, cells, why }: RowProps): ReactElement {
  return (
    <tr>
      <th scope="row">
        {of}
        {impossible && <small className="impossible">Impossible</small>}
        {note !== '' && <small>{note}</small>}
        {why !== undefined && <small>{why}</small>}
      </th>
      {cells.map((cell, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns stay where they are
        <td key={index} className="numbers">
          {why === undefined ? cell : <span aria-hidden="true">–</span>}
        </td>
      ))}
    </tr>
  )
}

function Attack({ name, with: what, counted, why }: AttackOdds): ReactElement {
  const cells = counted ? [<Mean key="mean" {...counted.mean} />, <SuccessShare key="down" {...counted.down} />] : ['', '']
  return <Row of={name} note={what} cells={cells} why={counted ? undefined : (why ?? t.none)} />
}

function Journeys({ title, journeys }: { title: string; journeys: readonly JourneyOdds[] }): ReactElement {
  return (
    <Table title={title} head={['Arrives unhurt', 'Arrives hurt', 'Doesn’t arrive']}>
      {journeys.map(({ journey, names, requires, counted, why }) => {
        const notes = [...(counted?.label === undefined ? [] : [`by ${counted.label}`]), ...(requires === undefined ? [] : [`once ${requires}`])]
        const cells = counted
          ? [counted.success, counted.partial, counted.failure].map((chance, i) => <SuccessShare key={String(i)} {...chance} />)
          : ['', '', '']
        return (
          <Row
            key={journey}
            of={names.join(' → ')}
            note={notes.join(' · ')}
            impossible={counted?.impossible}
            cells={cells}
            why={counted ? undefined : (why ?? t.none)}
          />
        )
      })}
    </Table>
  )
}
