import { Workflow } from 'lucide-react'
import type { Feature } from '../registry'

/** The editor of Arrow scenes. */
export const arrow: Feature = {
  id: 'arrow',
  order: 3,
  views: [
    {
      id: 'scenes',
      label: 'Scenes',
      rail: { order: 4, icon: <Workflow size={18} />, shortcut: '4' },
      beside: { view: [66, 30], side: [34, 24], own: true }
    }
  ],
  rest: () => import('./rest').then(({ rest }) => rest)
}
