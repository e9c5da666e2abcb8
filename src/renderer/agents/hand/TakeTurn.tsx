import type { ReactElement } from 'react'
import { useSession } from '../../session'
import { run } from '../../ui/commands'

/** A button in the status line that leads to the turn for which the table waits. */
export function TakeTurn(): ReactElement | null {
  const waits = useSession((s) => s.present?.table.waiting !== undefined)
  if (!waits) return null
  return (
    <button type="button" className="link" onClick={() => run('hand')}>
      Take the turn
    </button>
  )
}
