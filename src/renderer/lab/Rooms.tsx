import { Gavel, ListChecks, Scale, SlidersHorizontal } from 'lucide-react'
import type { ReactElement } from 'react'
import { run } from '../ui/commands'
import { Tip } from '../ui/Parts'
import { useLab, type Room } from './state'

/** The experiments of the lab. */
const ROOMS: readonly { room: Exclude<Room, 'report'>; label: string; command: string; shortcut: string; icon: ReactElement }[] = [
  { room: 'compare', label: 'Compare', command: 'lab.compare', shortcut: 'alt+c', icon: <Scale size={14} /> },
  { room: 'balance', label: 'Balance', command: 'lab.balance', shortcut: 'alt+b', icon: <SlidersHorizontal size={14} /> },
  { room: 'tests', label: 'Story tests', command: 'lab.tests', shortcut: 'alt+t', icon: <ListChecks size={14} /> },
  { room: 'judge', label: 'Judges', command: 'lab.judge', shortcut: 'alt+j', icon: <Gavel size={14} /> }
]

/** What can be done besides runs. */
export function Rooms(): ReactElement {
  const now = useLab((s) => s.room)
  return (
    <ul className="lab-rooms">
      {ROOMS.map(({ room, label, command, shortcut, icon }) => (
        <li key={room}>
          <Tip text={label} shortcut={shortcut} side="right">
            <button type="button" aria-current={now === room ? 'page' : undefined} onClick={() => run(command)}>
              {icon}
              {label}
            </button>
          </Tip>
        </li>
      ))}
    </ul>
  )
}
