import { useCallback, type ReactElement } from 'react'
import { Chooser, type Choosable } from '../ui/Chooser'
import { loadFiles } from './documents'
import { focusEditor } from './focus'
import { findPaths } from './find-paths'
import { useWorkshop } from './state'
import { showFile } from './tabs'
import { workshopTexts } from './texts'

const t = workshopTexts.open

/** Finds a file by letters of its path. */
export function QuickOpen(): ReactElement | null {
  return useWorkshop((s) => s.question === 'open') ? <Question /> : null
}

function Question(): ReactElement {
  const files = useWorkshop((s) => s.files)
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
      title={t.title}
      placeholder={t.placeholder}
      none={files ? t.none : workshopTexts.tree.waits}
      find={find}
      onChoose={({ id }) => {
        void showFile(id).then(() => requestAnimationFrame(focusEditor))
      }}
      onClose={() => useWorkshop.set({ question: undefined })}
    />
  )
}
