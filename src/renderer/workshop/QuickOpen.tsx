import { useCallback, useEffect, type ReactElement } from 'react'
import { Chooser, type Choosable } from '../ui/Chooser'
import { loadFiles } from './documents'
import { useListedFiles, useWorkshop } from './state'
import { editFile } from './tabs'
import { workshopTexts } from './texts'

/** Finds a file by letters of its path. */
export function QuickOpen(): ReactElement | null {
  return useWorkshop((s) => s.question === 'open') ? <Question /> : null
}

function Question(): ReactElement {
  const files = useListedFiles()
  // A program may have created a file since the list was read.
  useEffect(() => void loadFiles(), [])
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

/**
 * The paths that contain the letters of a query in this order, best first: the name begins with it, the name contains it, the path contains it, and
 * others. Several words may occur in any order. Without a query, the open files come first.
 */
function findPaths(paths: readonly string[], query: string, open: readonly string[]): readonly string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    const shown = new Set(open)
    return [...open.filter((path) => paths.includes(path)), ...paths.filter((path) => !shown.has(path))]
  }
  const ranked = paths.flatMap((path): [string, number][] => {
    const ranks = words.map((word) => rank(path.toLowerCase(), word))
    return ranks.includes(Infinity) ? [] : [[path, Math.max(...ranks) * 1000 + path.length]]
  })
  return ranked.toSorted((a, b) => a[1] - b[1]).map(([path]) => path)
}

function rank(path: string, word: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.startsWith(word)) return 0
  if (name.includes(word)) return 1
  if (path.includes(word)) return 2
  let at = 0
  for (const letter of word) {
    at = path.indexOf(letter, at) + 1
    if (at === 0) return Infinity
  }
  return 3
}
