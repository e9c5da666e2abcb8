import { Users } from 'lucide-react'
import type { Feature } from '../registry'

/** The people of the story, each with a form for every field. */
export const cast: Feature = {
  id: 'cast',
  order: 3.8,
  views: [
    {
      id: 'cast',
      label: 'Cast',
      rail: { order: 8, icon: <Users size={18} />, shortcut: '8' },
      beside: { view: [60, 34], side: [40, 28], own: true },
      list: 'cast'
    }
  ],
  rest: () => import('./rest').then(({ rest }) => rest)
}
