import { MousePointerClick } from 'lucide-react'
import type { Feature } from '../registry'
import { useSession } from '../session'

function isShown(): boolean {
  const { present, snapshot } = useSession.getState()
  return present?.state.narration === 'scene-tree' || snapshot?.state.scene?.tree !== undefined
}

/** Plays the open scene tree: the user clicks its words, and the answers appear. */
export const sceneTree: Feature = {
  id: 'scene-tree',
  order: 1.5,
  views: [
    {
      id: 'scene-tree',
      label: 'Narration',
      rail: {
        order: 7,
        icon: <MousePointerClick size={18} />,
        shortcut: '7',
        isShown
      },
      beside: { view: [62, 36], side: [38, 24] }
    }
  ],
  rest: () => import('./rest').then(({ rest }) => rest)
}
