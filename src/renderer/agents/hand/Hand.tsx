import { useState, type ReactElement } from 'react'
import { own } from '../../../shared/base/json'
import type { Offer } from '../../../shared/story/game'
import { api } from '../../client'
import { useSession } from '../../session'
import { hueOf } from '../../../shared/story/hues'
import { inSentence, nameOf } from '../../ui/names'
import { Button, Token } from '../../ui/Parts'
import { takeSeat } from '../../operations'
import { Query, useQuery } from '../../ui/Query'
import { firstForm, idOf, type FormValues } from './forms'
import { Unavailable } from './Unavailable'
import { handTexts as t } from './texts'
import { ToolForm } from './ToolForm'
import { Tools } from './Tools'
import './hand.css'

/** Manual control at the foot of the log, while the table waits for the designer; renders nothing otherwise, and nothing in the past. */
export function Hand(): ReactElement | null {
  const who = useSession((s) => s.present?.table.waiting)
  const past = useSession((s) => s.cursor !== undefined)
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  if (who === undefined || past || readOnly) return null
  return <HandOf key={who} who={who} />
}

const askOffers = (who: string, _commit: string, signal: AbortSignal): Promise<Offer[]> => api.offers.query({ who }, { signal })

function HandOf({ who }: { who: string }): ReactElement {
  const head = useSession((s) => s.present?.head ?? '')
  const actors = useSession((s) => s.present?.state.actors)
  const how = useSession((s) => own(s.present?.table.hands, who) ?? 'turn')
  const asked = useQuery(who, head, askOffers)
  const name = nameOf(actors, who)
  return (
    <section className={`hand hue-${hueOf(actors, who)}`} aria-label={`${name}’s turn, played by you`} aria-busy={asked.waiting}>
      <header className="hand-head">
        <Token name={name} hue={hueOf(actors, who)} npc={who === 'DM'} />
        <h2>
          {`You’re playing ${inSentence(actors, who)}`} <span className="quiet">{t.until[how]}</span>
        </h2>
        <Button label={t.giveBack} small onClick={() => void takeSeat(who, 'off')} />
      </header>
      <Query {...asked} waits="Reading the available actions…">
        {(offers) => <Choosing who={who} head={head} offers={offers} />}
      </Query>
    </section>
  )
}

/** First the tools, then the form of the selected one. A form keeps its draft until it is played. */
function Choosing({ who, head, offers }: { who: string; head: string; offers: readonly Offer[] }): ReactElement {
  const [chosen, setChosen] = useState<string>()
  const [forms, setForms] = useState<Readonly<Record<string, FormValues>>>({})
  const offer = offers.find((one) => idOf(one) === chosen)
  if (!offer || chosen === undefined)
    return (
      <>
        <Tools offers={offers} onChoose={(one) => setChosen(idOf(one))} />
        <Unavailable who={who} head={head} />
      </>
    )
  const leave = (): void => setChosen(undefined)
  return (
    <ToolForm
      key={chosen}
      who={who}
      head={head}
      offer={offer}
      form={own(forms, chosen) ?? firstForm(offer)}
      onChange={(form) => setForms({ ...forms, [chosen]: form })}
      onLeave={leave}
      onPlayed={() => {
        const { [chosen]: _, ...others } = forms
        setForms(others)
        leave()
      }}
    />
  )
}
