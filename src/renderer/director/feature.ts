import type { Feature } from '../registry'
import { directorTexts as t } from './texts'

/** The director's notes, and the commands about a line of the log. */
export const director: Feature = {
  id: 'director',
  order: 5.5,
  panels: [{ id: 'director', label: t.title, order: 4.5, shortcut: 'alt+d' }],
  rest: () => import('./rest').then(({ rest }) => rest)
}
