import { useState, type ReactElement } from 'react'
import { own } from '../../shared/json'
import { Keys } from '../ui/Parts'
import { useQuery } from '../ui/Query'
import { discardDraft, saveFile } from './documents'
import { textOf } from './live'
import { proposedMessage } from './message'
import { putFile, useWorkshop } from './state'
import { workshopTexts } from './texts'

const t = workshopTexts.save

const propose = (path: string): Promise<string> => proposedMessage(path, textOf(path) ?? '')

/** Below the file while it has unsaved changes: the message of the next save, proposed from what changed. */
export function SaveBar({ path }: { path: string }): ReactElement | null {
  const isDirty = useWorkshop((s) => own(s.open, path)?.isDirty === true)
  return isDirty ? <Bar key={path} path={path} /> : null
}

function Bar({ path }: { path: string }): ReactElement {
  const message = useWorkshop((s) => own(s.open, path)?.message)
  const isAsked = useWorkshop((s) => own(s.open, path)?.theirs !== undefined)
  const isSaving = useWorkshop((s) => s.saving.includes(path))
  const edits = useWorkshop((s) => s.edits)
  // What stands there when somebody begins to write doesn't change under the hands.
  const [begun, setBegun] = useState<string>()
  const proposed = useQuery(path, String(edits), propose).answer ?? ''
  return (
    <form
      className="workshop-save"
      onSubmit={(event) => {
        event.preventDefault()
        void saveFile(path)
      }}
    >
      <label htmlFor="workshop-message">{t.bar}</label>
      <input
        id="workshop-message"
        className="input"
        aria-label={t.message}
        value={message ?? begun ?? proposed}
        onFocus={({ target }) => setBegun(target.value)}
        onBlur={() => setBegun(undefined)}
        maxLength={300}
        onChange={({ target }) => putFile(path, { message: target.value === proposed ? undefined : target.value })}
      />
      <button type="button" className="button small" onClick={() => discardDraft(path)}>
        {t.discard}
      </button>
      <button type="submit" className="button small main" disabled={isSaving || isAsked}>
        {isSaving ? t.saving : t.save} <Keys shortcut="mod+s" />
      </button>
    </form>
  )
}
