import { Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSession } from '../session'
import { CommandButton } from '../ui/Parts'
import { Pick } from '../ui/Pick'
import { texts } from '../ui/texts'
import { setPace } from '../operations'
import { tableTexts as t } from './texts'

/** The buttons to play, pause and step, and the pace. */
export function Transport(): ReactElement {
  const running = useSession((s) => s.present?.table.running ?? false)
  return (
    <fieldset className="transport" aria-label="Playback">
      <CommandButton id="back" icon={<SkipBack size={16} />} />
      <CommandButton
        id="play"
        label={running ? 'Pause after this beat' : texts.play}
        icon={running ? <Pause size={17} fill="currentColor" strokeWidth={0} /> : <Play size={17} fill="currentColor" strokeWidth={0} />}
        className="play"
        pressed={running}
      />
      <CommandButton id="step" icon={<SkipForward size={16} />} />
      <Speed />
    </fieldset>
  )
}

function Speed(): ReactElement {
  const pace = useSession((s) => s.desk.pace)
  const items = Object.entries(t.speeds)
    .map(([value, label]) => ({ value: Number(value), label }))
    .toSorted((a, b) => b.value - a.value)
  return <Pick label="Speed" items={items} value={pace} onPick={(picked) => void setPace(picked)} />
}
