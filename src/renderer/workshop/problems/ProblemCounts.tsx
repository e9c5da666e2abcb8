import type { ReactElement } from 'react'
import { useSession } from '../../session'
import { goToPanel } from '../state'
import { countsOf, useProblems } from './state'
import { counted } from '../../ui/amounts'

/** The number of problems in the files, in the status line while the workshop is in view. A click shows them. */
export function ProblemCounts(): ReactElement | null {
  const isShown = useSession((s) => s.desk.view === 'workshop' && s.coverView === undefined)
  const state = useProblems((s) => s)
  if (!isShown) return null
  const { errors, warnings } = countsOf(state)
  return (
    <button type="button" className={`link ${errors > 0 ? 'status-warn' : ''}`} onClick={() => goToPanel('problems')}>
      {`${counted(errors, 'problem')}, ${counted(warnings, 'warning')}`}
    </button>
  )
}
