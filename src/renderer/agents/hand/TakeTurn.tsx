import type { ReactElement } from 'react'
import { useSession } from '../../session'
import { run } from '../../ui/commands'
import { LinkButton } from '../../ui/Parts'

/** A button in the status line that leads to the turn for which the table waits. */
export function TakeTurn(): ReactElement | null {
  const waits = useSession((s) => s.present?.table.waiting !== undefined)
  if (!waits) return null
  return <LinkButton label="Take the turn" onClick={() => run('hand')} />
}
