import type { ReactElement } from 'react'
import { own } from '../../shared/base/json'
import { useQuery } from '../ui/Query'
import { SaveBar } from '../ui/SaveBar'
import { discardDraft, saveFile } from './documents'
import { textOf } from './live'
import { proposedMessage } from './message'
import { putFile, useWorkshop } from './state'
const propose = (path: string): Promise<string> => proposedMessage(path, textOf(path) ?? '')

/** Saves the file while it has unsaved changes. */
export function UnsavedBar({ path }: { path: string }): ReactElement | null {
  const isDirty = useWorkshop((s) => own(s.open, path)?.isDirty === true)
  return isDirty ? <Bar key={path} path={path} /> : null
}

function Bar({ path }: { path: string }): ReactElement {
  const message = useWorkshop((s) => own(s.open, path)?.message)
  const isAsked = useWorkshop((s) => own(s.open, path)?.theirs !== undefined)
  const isSaving = useWorkshop((s) => s.saving.includes(path))
  const edits = useWorkshop((s) => s.edits)
  const proposed = useQuery(path, String(edits), propose).answer ?? ''
  return (
    <SaveBar
      label="Message of the beat"
      message={message}
      proposed={proposed}
      isSaving={isSaving}
      isAsked={isAsked}
      onMessage={(next) => putFile(path, { message: next })}
      onSave={() => void saveFile(path)}
      onDiscard={() => discardDraft(path)}
    />
  )
}
