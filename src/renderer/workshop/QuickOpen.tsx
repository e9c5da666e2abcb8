import { useCallback, type ReactElement } from 'react'
import { Chooser, type Choosable } from '../ui/Chooser'
import { loadFiles } from './documents'
import { findPaths } from './find-paths'
import { useListedFiles, useWorkshop } from './state'
import { editFile } from './tabs'
import { workshopTexts } from './texts'

/** Finds a file by letters of its path. */
export function QuickOpen(): ReactElement | null {
  return useWorkshop((s) => s.question === 'open') ? <Question /> : null
}

function Question(): ReactElement {
  const files = useListedFiles()
  if (!files) void loadFiles()
  const find = useCallback(
    (query: string): readonly Choosable[] => {
      const { tabs } = useWorkshop.get()
      return findPaths(
        (files ?? []).map(({ path }) => path),
        query,
        tabs
      ).map((path) => ({ id: path, label: path }))
    },
    [files]
  )
  return (
    <Chooser
      title="Open a file"
      placeholder="Part of a path"
      none={files ? 'No file matches.' : workshopTexts.tree.waits}
      isWaiting={!files}
      find={find}
      onChoose={({ id }) => void editFile(id)}
      onClose={() => useWorkshop.set({ question: undefined })}
    />
  )
}
