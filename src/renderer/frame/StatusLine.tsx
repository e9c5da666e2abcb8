import type { ReactElement } from 'react'
import type { Present } from '../../shared/table/present'
import { useSession } from '../session'
import { remedyOf } from '../store/remedy'
import { run, command, keysNow } from '../ui/commands'
import { nameOf } from '../ui/names'
import { FeatureSlot } from '../ui/Slot'
import { texts } from '../ui/texts'
import { goToMismatch } from '../operations'
import { LinkButton, Keys } from '../ui/Parts'

/** The line at the bottom: whose turn it is, branch, commit, save state and external changes. */
export function StatusLine(): ReactElement {
  const present = useSession((s) => s.present)
  const busy = useSession((s) => s.busy > 0)
  const count = useSession((s) => s.beats.trackOf.size)
  if (!present) return <footer className="status-line" />
  const { table, state, campaign } = present
  const name = (id: string): string => nameOf(state.actors, id)
  const remedy = remedyOf(present)
  const status = statusText(present, name)
  return (
    <footer className="status-line" aria-label="Status">
      <span className={`pulse ${table.running ? 'on' : ''}`} aria-hidden="true" />
      <span className="clip" title={status}>
        {status}
      </span>
      {remedy && <LinkButton label={texts.remedy[remedy]} onClick={() => run(remedy === 'settings' ? 'settings' : 'play')} />}
      {campaign.readOnly !== undefined && (
        <span className="status-warn clip" title={campaign.readOnly}>
          {'Read only'}: {campaign.readOnly}
        </span>
      )}
      <FeatureSlot name="status" />
      <span className="status-end">
        <span>{campaign.game}</span>
        <span className="numbers">{texts.beats(count)}</span>
        <span className="clip">{present.branch}</span>
        <span className="mono">{present.head.slice(0, 7)}</span>
        <Badge />
        <LastEdit />
        <span className="saved">{busy && !table.running ? 'Saving…' : 'Saved'}</span>
      </span>
    </footer>
  )
}

/** The progress of the verification while the table rests. A click shows the mismatches. */
function Badge(): ReactElement | null {
  const verified = useSession((s) => s.present?.verified)
  if (!verified) return null
  const { checked, of, wrong } = verified
  if (wrong.length > 0)
    return (
      <LinkButton
        label={wrong.length === 1 ? '1 beat differs' : `${wrong.length} beats differ`}
        className="status-warn"
        title="Go to the next beat whose replay gives another result"
        onClick={goToMismatch}
      />
    )
  return (
    <span className="numbers" title="Every beat up to this one gives the same result when replayed">
      {checked < of ? `Verifying… ${Math.floor((checked / of) * 100)} %` : `Verified to beat ${of - 1}`}
    </span>
  )
}

function statusText({ table, state }: Present, name: (id: string) => string): string {
  if (table.thinking !== undefined) return texts.deciding(table.thinking.map(name))
  if (table.waiting !== undefined) return `${name(table.waiting)} waits for you`
  if (table.awaits !== undefined) return texts.awaited(name(table.awaits))
  return table.stopped ?? (state.next.phase === 'done' ? 'The table is waiting' : `${name(state.next.actor)} is next`)
}

/** The last edit and its Undo or Redo button, until something else is played. */
function LastEdit(): ReactElement {
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
