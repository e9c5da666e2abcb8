import { MenuPopup, MenuItem } from '../ui/Menu'
import { Menu } from '@base-ui/react/menu'
import { Hand, Plug, Rewind, Sparkle, TerminalSquare } from 'lucide-react'
import { memo, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { AgentKind } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { inspect, useSession } from '../session'
import { castOf } from '../store/cast'
import { handTexts as t } from './hand/texts'
import { hueOf } from '../../shared/story/hues'
import { agentName, nameOf } from '../ui/names'
import { Tip, ActorToken } from '../ui/Parts'
import { texts } from '../ui/texts'
import { takeSeat } from '../operations'
import './dots.css'

const SIGNS: Readonly<Partial<Record<AgentKind, ReactElement>>> = {
  anthropic: <Sparkle size={9} fill="currentColor" />,
  hand: <Hand size={9} />,
  replay: <Rewind size={9} />,
  command: <TerminalSquare size={9} />,
  mcp: <Plug size={9} />
}

/** The player whose turn it is; none if the story is over. */
const turnOf = (next: GameState['next'] | undefined): string | undefined =>
  next === undefined || next.phase === 'done' ? undefined : next.phase === 'player' ? next.actor : 'DM'

/** One dot for each seat, with an icon of its agent and a menu. A ring marks the seat whose turn it is and pulses while the agent decides. */
export function SeatDots(): ReactElement | null {
  const agents = useSession((s) => s.present?.table.agents)
  const isKnown = useSession((s) => s.snapshot !== undefined)
  const turn = useSession((s) => turnOf(s.snapshot?.state.next))
  if (!agents || !isKnown) return null
  const ids = Object.keys(agents).sort((a, b) => Number(b === 'DM') - Number(a === 'DM'))
  return (
    <ul className="agent-dots">
      {ids.map((id) => (
        <Dot key={id} id={id} isNext={turn === id} />
      ))}
    </ul>
  )
}

const Dot = memo(function Dot({ id, isNext }: { id: string; isNext: boolean }): ReactElement {
  const actors = useSession((s) => castOf(s.snapshot?.state.actors))
  const seat = useSession((s) => own(s.present?.table.agents, id) ?? 'offline')
  const held = useSession((s) => own(s.present?.table.hands, id))
  const thinking = useSession((s) => s.present?.table.thinking?.includes(id) === true)
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  const kind = held === undefined ? seat : 'hand'
  const name = nameOf(actors, id)
  const awaited = useSession((s) => s.present?.table.awaits === id)
  const state = thinking ? texts.deciding([name]) : awaited ? texts.awaited(name) : isNext ? `${name}’s turn` : undefined
  const words = [`${name} · ${agentName(kind)}`, state].filter(Boolean).join(' · ')
  const take = (how: 'turn' | 'always' | 'off', label: string): ReactElement => (
    <MenuItem label={label} disabled={readOnly} onClick={() => void takeSeat(id, how)} />
  )
  return (
    <li className={`${isNext ? 'turn' : ''} ${thinking ? 'thinking' : ''}`}>
      <Menu.Root>
        <Tip text={words}>
          <Menu.Trigger aria-label={words}>
            <ActorToken id={id} name={name} hue={hueOf(actors, id)} npc={id === 'DM'} />
            {SIGNS[kind] && (
              <span className="dot-sign" aria-hidden="true">
                {SIGNS[kind]}
              </span>
            )}
          </Menu.Trigger>
        </Tip>
        {/* With the pointer, Space keeps its meaning of play; a seat that was taken over by keys moves the focus to the manual controls. */}
        <MenuPopup align="end" finalFocus={(how) => how === 'keyboard' && !document.activeElement?.closest('.hand')}>
          {own(actors, id) && (
            <>
              <MenuItem label="Sheet" onClick={() => inspect(id)} />
              <Menu.Separator className="menu-line" />
            </>
          )}
          {held === undefined && take('turn', 'Take the turn')}
          {held !== 'always' && take('always', 'Take every turn')}
          {held !== undefined && take('off', t.giveBack)}
        </MenuPopup>
      </Menu.Root>
    </li>
  )
})
