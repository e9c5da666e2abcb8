import { FlaskConical } from 'lucide-react'
import type { Feature } from '../registry'

/** Plays a campaign many times and shows what came of it. */
export const lab: Feature = {
  id: 'lab',
  order: 3.95,
  views: [
    {
      id: 'lab',
      label: 'Lab',
      rail: { order: 10, icon: <FlaskConical size={18} />, shortcut: 'shift+l' },
      beside: { view: [66, 44], side: [34, 24], own: true },
      list: 'lab-runs'
    }
  ],
  rest: () => import('./rest').then(({ rest }) => rest)
}
