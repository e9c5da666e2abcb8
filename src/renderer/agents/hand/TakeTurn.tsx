import type { ReactElement } from 'react'
import { useSession } from '../../session'
import { run } from '../../ui/commands'
import { handTexts as t } from './texts'

/** In the status line: leads to the turn that the table waits for. */
export function TakeTurn(): ReactElement | null {
  const waits = useSession((s) => s.present?.table.waiting !== undefined)
  if (!waits) return null
  return (
    <button type="button" className="link" onClick={() => run('hand')}>
      {t.here}
    </button>
  )
}
