import { Theater, Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import type { Feature } from '../registry'
import type { ReactElement } from 'react'
import { FeatureSlot } from '../ui/Slot'
import { Split } from '../ui/Split'
import { PlaceCard } from './PlaceCard'
import { useSession } from '../session'
import { CommandButton } from '../ui/Parts'
import { Pick } from '../ui/Pick'
import { texts } from '../ui/texts'
import { setPace } from '../operations'
import { tableTexts as t } from './texts'
import type { Command } from '../ui/commands'
import * as verbs from '../operations'

const group = 'Table'
const get = useSession.getState
const open = (): boolean => get().present !== undefined
const writable = (): boolean => open() && get().present?.campaign.readOnly === undefined

const tableCommands: readonly Command[] = [
  { id: 'play', group, label: 'Autoplay or pause', shortcut: 'space', when: writable, run: verbs.togglePlay },
  { id: 'step', group, label: 'Play one beat', shortcut: '.', when: () => writable() && get().present?.table.running === false, run: verbs.playOne },
  ...Object.entries(t.speeds).map(([pace, name]) => ({
    id: `speed.${pace}`,
    group,
    label: `Set speed to ${name.toLowerCase()}`,
    when: open,
    run: () => verbs.setPace(Number(pace))
  })),
  {
    id: 'milestone',
    group,
    label: 'Mark a milestone and sum up the campaign',
    when: () => writable() && get().cursor === undefined,
    run: verbs.markMilestone
  },
  { id: 'verify', group, label: 'Replay every beat and compare', when: open, run: verbs.verifyHistory }
]

function Transport(): ReactElement {
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

function PlayView(): ReactElement {
  return (
    <Split name="play" orientation="vertical" first={[44, 15]} second={[56, 20]}>
      <FeatureSlot name="play-map" />
      <PlaceCard />
    </Split>
  )
}

/** Watching the table play, and playing it. */
export const play: Feature = {
  id: 'play',
  order: 1,
  views: [
    {
      id: 'play',
      label: 'Play',
      body: PlayView,
      rail: { order: 1, icon: <Theater size={18} />, shortcut: '1' },
      beside: { view: [44, 24], side: [56, 28] }
    }
  ],
  commands: tableCommands,
  slots: { transport: Transport }
}
