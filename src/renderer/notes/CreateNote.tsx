import type { ReactElement } from 'react'
import { uneditableReason } from '../editing'
import { notify, useSession } from '../session'
import { Tip } from '../ui/Parts'
import { createNote } from './load'
import { notesTexts } from './texts'

const t = notesTexts.missing

/** The button that creates the missing note of a link; while nothing can be edited it gives the reason. */
export function CreateNote({ from, target, icon }: { from: string; target: string; icon: ReactElement }): ReactElement {
  const why = useSession(uneditableReason)
  return (
    <Tip text={why ?? t.createNamed(target)}>
      <button
        type="button"
        className="push-button small"
        aria-label={t.createNamed(target)}
        aria-disabled={why !== undefined}
        onClick={() => (why === undefined ? void createNote(from, target) : notify(why))}
      >
        {icon} Create note
      </button>
    </Tip>
  )
}
