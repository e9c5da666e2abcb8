import { Plus } from 'lucide-react'
import { useMemo, useState, type ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { GameState } from '../../../../shared/story/state'
import { inspect, useSession } from '../../../session'
import { Chooser } from '../../../ui/Chooser'
import { hueOf } from '../../../../shared/story/hues'
import { Button, Token } from '../../../ui/Parts'
import { editWorld } from '../edit-world'
import { uneditableReason } from '../../../editing'
import { findPeople } from '../fields/choices'
import { editTexts } from '../texts'
const t = editTexts.place

/** The characters in a place, each with a link to the sheet. Others can be moved there. */
export function PlaceCharacters({ id, state: { actors, places } }: { id: string; state: GameState }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const [isAsking, setAsking] = useState(false)
  const find = useMemo(() => findPeople({ actors, places }, id), [actors, places, id])
  const here = Object.entries(actors).filter(([, { location }]) => location === id)
  return (
    <section aria-label={t.people}>
      <h3>{t.people}</h3>
      {here.length === 0 ? (
        <p className="quiet">{t.nobody}</p>
      ) : (
        <ul>
          {here.map(([who, actor]) => (
            <li key={who}>
              <button type="button" className="row-button" onClick={() => inspect(who)}>
                <Token name={actor.name} hue={hueOf(actors, who)} npc={actor.kind === 'npc'} size="small" />
                <span className="clip">{actor.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!closed && <Button icon={<Plus size={13} />} label={t.bring} small aria-haspopup="dialog" onClick={() => setAsking(true)} />}
      {isAsking && (
        <Chooser
          title={editTexts.ask.bring(own(places, id)?.name ?? id)}
          placeholder={editTexts.ask.placeholder}
          none={editTexts.ask.nobody}
          find={find}
          onChoose={(one) => void editWorld([{ op: 'put-actor', id: one.id, place: id }])}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
