import { useDeferredValue, useMemo, type ReactElement } from 'react'
import { SaveBar } from '../ui/SaveBar'
import { documentFiles, proposedMessage } from './document-files'
import { saveDocument } from './documents'
import { isUnsaved, putOpen, useArrow } from './state'

/** Saves the document while it has unsaved changes. */
export function UnsavedBar({ path }: { path: string }): ReactElement | null {
  const one = useArrow((s) => s.open[path])
  const isSaving = useArrow((s) => s.saving)
  // The description of changes in a large document is computed when the change itself has been drawn.
  const drawn = useDeferredValue(one)
  const proposed = useMemo(() => drawn && proposedMessage(drawn), [drawn])
  if (!one || !isUnsaved(one)) return null
  const { saved } = one
  return (
    <SaveBar
      label="What changed"
      message={one.message}
      proposed={proposed ?? ''}
      isSaving={isSaving}
      isAsked={one.theirs !== undefined}
      onMessage={(message) => putOpen(path, { message })}
      onSave={() => void saveDocument(path)}
      onDiscard={saved && (() => documentFiles.discard(path))}
    />
  )
}
