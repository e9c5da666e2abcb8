import type { FileChanges, QuickFix } from '../../../shared/contract/language-calls'
import { api } from '../../client'
import { ifEditable, savedEdit } from '../../editing'
import { runCall } from '../../run-call'
import { notify } from '../../session'
import { readFile } from '../documents'
import { liveText, textOf } from '../live'
import { proposedMessage } from '../message'
import { putFile, useWorkshop } from '../state'
import { showFile } from '../tabs'

/** A text with the changes of a fix, from the last to the first. */
function changed(text: string, { changes }: Pick<FileChanges, 'changes'>): string {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const offset = (line: number, column: number): number => (starts[line - 1] ?? text.length) + column - 1
  return changes
    .toSorted((a, b) => b.line - a.line || b.column - a.column)
    .reduce(
      (out, { line, column, endLine, endColumn, text: next }) => out.slice(0, offset(line, column)) + next + out.slice(offset(endLine, endColumn)),
      text
    )
}

/** Applies a quick fix: texts change unsaved in their tabs, new files are saved, and files without effect are removed, each as a beat. */
export async function applyFix({ files }: Pick<QuickFix, 'files'>): Promise<void> {
  await ifEditable(async () => {
    const before = useWorkshop.get().active
    for (const file of files) {
      if (file.created !== undefined) await create(file.path, file.created)
      else if (file.removed) await remove(file.path)
      else await change(file, before)
    }
  })
}

async function change(file: FileChanges, active: string | undefined): Promise<void> {
  if (file.path !== active) await showFile(file.path)
  await readFile(file.path)
  const text = textOf(file.path)
  if (text === undefined) return
  const live = liveText(file.path)
  if (live) live.put(changed(text, file))
  // The editor uses the draft when it first shows the file.
  else putFile(file.path, { draft: changed(text, file), isDirty: true })
  if (file.path !== active) notify(`${file.path}. Save the file to keep it.`)
}

async function create(path: string, text: string): Promise<void> {
  const subject = await proposedMessage(path, text)
  const done = await runCall(() => api.saveText.mutate({ path, text, subject, over: null }))
  if (!done) return
  if ('beat' in done) await savedEdit(done.beat)
  await showFile(path)
}

async function remove(path: string): Promise<void> {
  const beat = await runCall(() => api.changeFiles.mutate({ change: { what: 'remove', path }, subject: `Deleted ${path}` }))
  if (beat) await savedEdit(beat)
}
