import { Map as MapIcon } from 'lucide-react'
import type { Feature } from '../registry'

/** The map of the world, its outline and its editor. */
export const world: Feature = {
  id: 'world',
  order: 2,
  views: [
    {
      id: 'map',
      label: 'Map',
      rail: { order: 2, icon: <MapIcon size={18} />, shortcut: '2' },
      beside: { view: [64, 24], side: [36, 28] }
    }
  ],
  panels: [
    { id: 'place', label: 'Place', order: 3, only: 'map' },
    { id: 'story', label: 'Story', order: 2.5, shortcut: 'v' }
  ],
  rest: () => import('./rest').then(({ rest }) => rest)
}

/** The map in the view Play. */
export const playMap: Feature = {
  id: 'play-map',
  order: 2,
  partOf: 'play',
  rest: () => import('./play-map').then(({ rest }) => rest)
}
