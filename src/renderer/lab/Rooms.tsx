import { Gavel, ListChecks, Scale, SlidersHorizontal } from 'lucide-react'
import type { ReactElement } from 'react'
import { run } from '../ui/commands'
import { Tip } from '../ui/Parts'
import type { ExperimentKind } from '../../shared/lab/experiment'
import { useWorkStatus } from './long-work'
import { useLab } from './state'

interface Shown {
  room: ExperimentKind
  label: string
  command: string
  shortcut: string
  icon: ReactElement
}

/** The experiments of the lab. */
const ROOMS: readonly Shown[] = [
  { room: 'compare', label: 'Compare', command: 'lab.compare', shortcut: 'alt+c', icon: <Scale size={14} /> },
  { room: 'balance', label: 'Balance', command: 'lab.balance', shortcut: 'alt+b', icon: <SlidersHorizontal size={14} /> },
  { room: 'tests', label: 'Story tests', command: 'lab.tests', shortcut: 'alt+t', icon: <ListChecks size={14} /> },
  { room: 'judge', label: 'Judges', command: 'lab.judge', shortcut: 'alt+j', icon: <Gavel size={14} /> }
]

/** What can be done besides runs. */
export const Rooms = (): ReactElement => (
  <ul className="lab-rooms">
    {ROOMS.map((shown) => (
      <li key={shown.room}>
        <RoomButton {...shown} />
      </li>
    ))}
  </ul>
)

function RoomButton({ room, label, command, shortcut, icon }: Shown): ReactElement {
  const now = useLab((s) => s.room)
  const status = useWorkStatus(room)
  return (
    <Tip text={label} shortcut={shortcut} side="right">
      <button type="button" aria-current={now === room ? 'page' : undefined} onClick={() => run(command)}>
        {icon}
        {label}
        {status !== undefined && status !== 'done' && <span className="quiet">{status}</span>}
      </button>
    </Tip>
  )
}
