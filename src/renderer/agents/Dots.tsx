import type { ReactElement } from 'react'
import { inspect, useSession } from '../session'
import { hueOf } from '../ui/hues'
import { nameOf } from '../ui/names'
import { Tip, Token } from '../ui/Parts'
import { texts } from '../ui/texts'
import './agents.css'

/** One dot for each who decides at the table; a ring on whose turn it is, pulsing while they decide. */
export function Dots(): ReactElement | null {
  const agents = useSession((s) => s.present?.table.agents)
  const thinking = useSession((s) => s.present?.table.thinking)
  const actors = useSession((s) => s.shown?.state.actors)
  const next = useSession((s) => s.shown?.state.next)
  if (!agents || !actors) return null
  const turn = next === undefined || next.phase === 'done' ? undefined : next.phase === 'player' ? next.actor : 'DM'
  const ids = Object.keys(agents).sort((a, b) => Number(b === 'DM') - Number(a === 'DM'))
  return (
    <ul className="dots">
      {ids.map((id) => {
        const name = nameOf(actors, id)
        const words = `${texts.agentLine(name, agents[id] ?? '')}${thinking === id ? ` · ${texts.status.deciding(name)}` : turn === id ? ` · ${texts.turn(name)}` : ''}`
        return (
          <li key={id} className={`${turn === id ? 'turn' : ''} ${thinking === id ? 'thinking' : ''}`}>
            <Tip text={words}>
              <button type="button" aria-label={words} disabled={!actors[id]} onClick={() => inspect(id)}>
                <Token name={name} hue={hueOf(actors, id)} npc={id === 'DM'} />
              </button>
            </Tip>
          </li>
        )
      })}
    </ul>
  )
}
