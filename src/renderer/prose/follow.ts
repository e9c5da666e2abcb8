import { inspect, openForm, useSession } from '../session'
import type { Goal } from './link-goal'

/** Goes to what a link leads to: a sheet, a form beside the map, or a file with a line of it. */
export function follow(goal: Goal, line?: number): void {
  if (goal.what === 'actor') inspect(goal.id)
  else if (goal.what === 'file') useSession.setState({ dialog: 'file', file: { path: goal.path, ...(line === undefined ? {} : { line }) } })
  else openForm({ what: goal.what, id: goal.id })
}
