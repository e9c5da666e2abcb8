import { MousePointerClick } from 'lucide-react'
import type { Feature } from '../registry'
import { useSession } from '../session'
import { SceneTreeView } from './SceneTreeView'
/** Plays the open scene tree: the user clicks its words, and the answers appear. */
export const sceneTree: Feature = {
  id: 'scene-tree',
  order: 1.5,
  views: [
    {
      id: 'scene-tree',
      label: 'Narration',
      body: SceneTreeView,
      rail: {
        order: 7,
        icon: <MousePointerClick size={18} />,
        shortcut: '7',
        useShown: () => useSession((s) => s.present?.state.narration === 'scene-tree' || s.snapshot?.state.scene?.tree !== undefined)
      },
      beside: { view: [62, 36], side: [38, 24] }
    }
  ]
}
