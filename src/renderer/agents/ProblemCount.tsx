import type { ReactElement } from 'react'
import { useSession } from '../session'
import './agents.css'

/** The number of problems, in the tab. */
export function ProblemCount(): ReactElement | null {
  const count = useSession((s) => s.present?.problems.length ?? 0)
  return count > 0 ? <span className="tab-count numbers">{count}</span> : null
}
