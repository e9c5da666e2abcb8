import { PencilRuler } from 'lucide-react'
import type { Feature } from '../registry'

/** Loads the editor before the view is shown. A failure is shown when the view tries again. */
const loadAhead = (): void => void import('./Workshop').catch(() => undefined)

/** The workshop: rules, world and notes as files, edited and saved as beats. */
export const workshop: Feature = {
  id: 'workshop',
  order: 3.5,
  views: [{ id: 'workshop', label: 'Workshop', rail: { order: 5, icon: <PencilRuler size={18} />, shortcut: '5', loadAhead } }],
  rest: () => import('./rest').then(({ rest }) => rest)
}
