import type { ReactElement } from 'react'
import { useSession } from '../session'
import { command, keysNow, run } from '../ui/commands'
import { Keys } from '../ui/Parts'
import { texts } from '../ui/texts'

/** The last edit and its Undo or Redo button, until something else is played. */
export function LastEdit(): ReactElement {
  const edited = useSession((s) => (s.edited?.head === s.present?.head ? s.edited : undefined))
  const undo = edited && command(`edit.${edited.reverse}`)
  // A document in view uses the undo keys for its own edits.
  const keys = useSession(() => undo && keysNow(undo.id))
  return (
    <output className="edited">
      {edited && (
        <span className="clip" title={edited.subject}>
          {edited.subject}
        </span>
      )}
      {edited && undo && (
        <button type="button" className="link" onClick={() => run(undo.id)}>
          {texts.editing[edited.reverse]} {keys !== undefined && <Keys shortcut={keys} />}
        </button>
      )}
    </output>
  )
}
