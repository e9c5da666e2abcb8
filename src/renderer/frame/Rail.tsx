import type { ReactElement } from 'react'
import { railViews } from '../registry'
import { useSession } from '../session'
import { run } from '../ui/commands'
import { Tip } from '../ui/Parts'

/** A button for every permanent view. */
export function Rail(): ReactElement {
  const view = useSession((s) => s.desk.view)
  const covered = useSession((s) => s.coverView !== undefined)
  return (
    <nav className="rail" aria-label="Views">
      {railViews().map(({ id, label, rail }) => (
        <Tip key={id} text={label} shortcut={rail.shortcut} side="right">
          <button
            type="button"
            aria-current={view === id && !covered ? 'page' : undefined}
            onClick={() => run(`view.${id}`)}
            onPointerEnter={rail.loadAhead}
            onFocus={rail.loadAhead}
          >
            {rail.icon}
            <span>{label}</span>
          </button>
        </Tip>
      ))}
    </nav>
  )
}
