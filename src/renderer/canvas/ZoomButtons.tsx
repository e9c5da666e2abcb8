import { Maximize, Minus, Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { IconButton, Tip } from '../ui/Parts'
import { useCamera } from './camera'

/** The buttons that zoom in and out and fit the whole canvas. */
export function ZoomButtons({ words, onFit }: { words: Record<'zoomIn' | 'zoomOut' | 'fit', string>; onFit: () => void }): ReactElement {
  const { zoomIn, zoomOut } = useCamera()
  const buttons = [
    { text: words.zoomIn, icon: <Plus size={14} />, act: zoomIn },
    { text: words.zoomOut, icon: <Minus size={14} />, act: zoomOut },
    { text: words.fit, icon: <Maximize size={13} />, act: onFit }
  ]
  return (
    <div className="canvas-buttons">
      {buttons.map(({ text, icon, act }) => (
        <Tip key={text} text={text} side="left">
          <IconButton label={text} icon={icon} small onClick={act} />
        </Tip>
      ))}
    </div>
  )
}
