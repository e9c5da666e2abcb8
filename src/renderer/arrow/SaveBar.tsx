import type { ReactElement } from 'react'
import { put } from './edits'
import { proposedMessage, saveDocument } from './documents'
import { isUnsaved, putOpen, useArrow } from './state'
import { arrowTexts } from './texts'
import { Keys } from '../ui/Parts'

const t = arrowTexts.save

/** Below the document while it has unsaved changes: the message of the next save, proposed from what changed. */
export function SaveBar({ path }: { path: string }): ReactElement | null {
  const one = useArrow((s) => s.open[path])
  const isSaving = useArrow((s) => s.saving)
  const isOpen = one !== undefined && isUnsaved(one)
  if (!one || !isOpen) return null
  const proposed = proposedMessage(one)
  return (
    <form
      className="arrow-save"
      onSubmit={(event) => {
        event.preventDefault()
        void saveDocument(path)
      }}
    >
      <label htmlFor="arrow-message">{t.bar}</label>
      <input
        id="arrow-message"
        className="input"
        aria-label={t.message}
        value={one.message ?? proposed}
        maxLength={300}
        onChange={({ target }) => putOpen(path, { message: target.value === proposed ? undefined : target.value })}
      />
      {one.saved && (
        <button type="button" className="button small" onClick={() => one.saved && put(one, one.saved)}>
          {t.discard}
        </button>
      )}
      <button type="submit" className="button small main" disabled={isSaving || one.theirs !== undefined}>
        {isSaving ? t.saving : t.save} <Keys shortcut="mod+s" />
      </button>
    </form>
  )
}
