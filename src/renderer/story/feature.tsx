import { Milestone } from 'lucide-react'
import type { Feature } from '../registry'

/** The events of the story in their order, each with a form for every field, its facts, and the items and tables of the game. */
export const story: Feature = {
  id: 'story',
  order: 3.9,
  views: [
    {
      id: 'story',
      label: 'Story',
      rail: { order: 9, icon: <Milestone size={18} />, shortcut: '9' },
      beside: { view: [56, 34], side: [44, 28], own: true },
      list: 'story'
    }
  ],
  rest: () => import('./rest').then(({ rest }) => rest)
}
