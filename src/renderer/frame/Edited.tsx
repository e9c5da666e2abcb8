import type { ReactElement } from 'react'
import { useSession } from '../session'
import { command, run } from '../ui/commands'
import { Keys } from '../ui/Parts'
import { texts } from '../ui/texts'

/** The edit that was made last, until something else is played, and what takes it back. */
export function Edited(): ReactElement {
  const edited = useSession((s) => (s.edited?.head === s.present?.head ? s.edited : undefined))
  const undo = edited && command(`edit.${edited.back}`)
  return (
    <output className="edited">
      {edited && <span className="clip">{edited.words}</span>}
      {edited && undo && (
        <button type="button" className="link" onClick={() => run(undo.id)}>
          {texts.editing[edited.back]} {undo.shortcut && <Keys shortcut={undo.shortcut} />}
        </button>
      )}
    </output>
  )
}
