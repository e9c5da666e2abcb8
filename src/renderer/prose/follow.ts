import { goTo, inspect, openForm, showPanel, useSession } from '../session'
import { withNumber } from '../store/beats'
import type { Goal } from './link-goal'

/** Opens the target of a link: a sheet, a form beside the map, a line of a file, or a beat with its panel. */
export function follow(goal: Goal, line?: number): void {
  if (goal.what === 'actor') inspect(goal.id)
  else if (goal.what === 'beat') {
    const beat = withNumber(useSession.getState().line, goal.n)
    if (!beat) return
    goTo(beat.id)
    showPanel('beat')
  } else if (goal.what === 'file') useSession.setState({ dialog: 'file', file: { path: goal.path, ...(line === undefined ? {} : { line }) } })
  else openForm({ what: goal.what, id: goal.id })
}
