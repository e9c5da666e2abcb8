import { ChevronRight, Command, SunMoon } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSession } from '../session'
import { sceneNumbers } from '../store/story'
import { CommandButton, Tip } from '../ui/Parts'
import { Slot } from '../ui/Slot'
import { texts } from '../ui/texts'
import { closeCampaign } from '../operations'

/** The bar at the top: session and scene, the branch, the transport, the seats. */
export function TitleBar(): ReactElement {
  const campaign = useSession((s) => s.present?.campaign)
  return (
    <header className="title-bar">
      <nav className="crumbs" aria-label={campaign?.title ?? texts.app}>
        <Tip text={campaign?.premise || campaign?.dir || ''} side="bottom">
          <button type="button" className="crumb clip" onClick={() => void closeCampaign()}>
            {campaign?.title}
          </button>
        </Tip>
        <ChevronRight size={13} aria-hidden="true" />
        <Chapter />
      </nav>
      <Slot name="transport" />
      <div className="title-end">
        <Slot name="title-end" />
        <CommandButton id="theme" icon={<SunMoon size={16} />} />
        <CommandButton id="palette" icon={<Command size={16} />} />
      </div>
    </header>
  )
}

/** The session and scene at the cursor, the only part of the bar that changes with each step. */
function Chapter(): ReactElement {
  const session = useSession((s) => s.snapshot?.state.next.session ?? 0)
  const isDone = useSession((s) => (s.snapshot?.state.next.phase ?? 'done') === 'done')
  const scene = useSession((s) => s.snapshot?.state.scene)
  const number = useSession((s) => scene && (sceneNumbers(scene.path)?.scene ?? s.snapshot?.state.next.scene ?? 0))
  return (
    <>
      <span className="crumb-text">{session > 0 && !isDone ? `Session ${session}` : 'No session is open'}</span>
      {!isDone && (
        <>
          <ChevronRight size={13} aria-hidden="true" />
          <span className="crumb-here clip">{scene && number !== undefined ? texts.scene(number, scene.title) : 'Between scenes'}</span>
        </>
      )}
    </>
  )
}
