import { useReactFlow, useStore } from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { mapTexts as t } from '../ui/map-texts'
import { Tip } from '../ui/Parts'
import { ease } from './Camera'
import { useSession } from '../session'
import { fitting } from './detail'
import { fresh, stopLayout, useStanding } from './layout/standing'
import type { Drawn } from './use-drawing'

/** The buttons on the map: closer, farther, the whole. */
export function MapTools({ drawn }: { drawn: Drawn; compact: boolean }): ReactElement {
  const flow = useReactFlow()
  const width = useStore((s) => s.width)
  const height = useStore((s) => s.height)
  const buttons = [
    { text: t.closer, icon: <Plus size={14} />, act: () => flow.zoomIn({ duration: ease(120) }) },
    { text: t.farther, icon: <Minus size={14} />, act: () => flow.zoomOut({ duration: ease(120) }) },
    { text: t.fit, icon: <Maximize size={13} />, act: () => flow.setViewport(fitting(drawn.drawing.bounds, width, height), { duration: ease(160) }) }
  ]
  return (
    <>
      <div className="map-buttons">
        {buttons.map(({ text, icon, act }) => (
          <Tip key={text} text={text} side="left">
            <button type="button" className="icon-button small" aria-label={text} onClick={() => void act()}>
              {icon}
            </button>
          </Tip>
        ))}
      </div>
      <LayoutNote />
    </>
  )
}

/** What the layout is doing, while it takes its time or when it failed. */
function LayoutNote(): ReactElement | null {
  const { working, problem } = useStanding()
  const places = useSession((s) => s.shown?.state)
  if (problem && places)
    return (
      <div className="map-note" role="alert">
        <span title={problem.message}>{t.notLaidOut}</span>
        <button type="button" className="button small" onClick={() => fresh(places)}>
          {t.tryAgain}
        </button>
      </div>
    )
  if (!working) return null
  return (
    <output className="map-note">
      <progress max={working.of} value={working.done} aria-label={t.layingOut} />
      <span className="numbers">{t.layingOutSteps(working.done, working.of)}</span>
      <button type="button" className="button small" onClick={stopLayout}>
        {t.stop}
      </button>
    </output>
  )
}
