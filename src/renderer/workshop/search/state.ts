import type { FilePlace, NameUses, Search, SearchNews } from '../../../shared/contract/language-calls'
import { api } from '../../client'
import { savedEdit } from '../../editing'
import { problemOf } from '../../problem-of'
import { runCall } from '../../run-call'
import { notify } from '../../session'
import { slice } from '../../slice'
import { cursorPlace } from '../focus'
import { isKeptByTable } from '../kinds'
import { draftsForCore } from '../live'
import { activeFile, goToPanel } from '../state'
import type { LocalName } from '../language/local-names'
import { languageTexts } from '../language/texts'
import { counted } from '../../ui/amounts'

interface SearchState {
  search: Search
  replacement: string
  files: SearchNews['files']
  /** The number of files searched, and of all; absent before the first search. */
  progress?: { searched: number; of: number; isDone: boolean } | undefined
  /** Why there may be more, or why nothing could be searched. */
  note?: string | undefined
  /** Files that are excluded from a replacement. */
  without: readonly string[]
  references?: NameUses | undefined
  /** A rename in progress: of a name of the campaign, or of one that only TypeScript knows; neither while it is looked up. */
  renaming?: { name?: NameUses; local?: LocalName } | undefined
  /** Counts the requests to focus the search field. */
  focus: number
}

export const useSearch = slice<SearchState>('workshop-search', {
  search: { text: '', regex: false, matchCase: false, wholeWord: false, paths: '' },
  replacement: '',
  files: [],
  without: [],
  focus: 0
})

let running: { unsubscribe: () => void } | undefined

/** Ends the running search and keeps its matches. */
export function stopSearch(): void {
  running?.unsubscribe()
  running = undefined
  const { progress } = useSearch.get()
  if (progress && !progress.isDone) useSearch.set({ progress: { ...progress, isDone: true } })
}

/** Searches all files again, drafts included. */
export function startSearch(): void {
  stopSearch()
  const { search, replacement } = useSearch.get()
  if (search.text === '') return useSearch.set({ files: [], progress: undefined, note: undefined })
  useSearch.set({ files: [], references: undefined, without: [], note: undefined, progress: { searched: 0, of: 0, isDone: false } })
  running = api.searchFiles.subscribe(
    { search, drafts: draftsForCore(), ...(replacement === '' ? {} : { replacement }) },
    {
      onData: ({ files, searched, of, capped }) =>
        useSearch.set({
          files: [...useSearch.get().files, ...files],
          progress: { searched, of, isDone: false },
          ...(capped === undefined ? {} : { note: capped })
        }),
      onError: (error) => useSearch.set({ note: problemOf(error).message, progress: { searched: 0, of: 0, isDone: true } }),
      onComplete: stopSearch
    }
  )
}

/** The files that a replacement would change. */
export function replaceable(): string[] {
  const { files, without } = useSearch.get()
  return files.flatMap(({ path }) => (without.includes(path) || isKeptByTable(path, undefined) ? [] : [path]))
}

/** Replaces the matches in the listed files, as one beat. */
export async function replaceAll(): Promise<void> {
  const { search, replacement } = useSearch.get()
  const beat = await runCall(() => api.replaceInFiles.mutate({ search, replacement, paths: replaceable(), drafts: draftsForCore() }))
  if (!beat) return
  notify(`Replaced ${counted(beat.replaced, 'match', 'matches')}.`)
  await savedEdit(beat)
  startSearch()
}

const nameAt = (path: string, place: { line: number; column: number }): Promise<NameUses | null | undefined> =>
  runCall(() => api.nameAt.query({ path, ...place, drafts: draftsForCore() }))

/** The name at the editor's cursor; shows a notice if there is none. */
export async function nameHere(): Promise<NameUses | undefined> {
  const file = activeFile()
  const found = file && (await nameAt(file.path, cursorPlace()))
  if (found === null) notify(languageTexts.notNamed)
  return found ?? undefined
}

/** Lists all references of the name at the cursor. */
export async function findReferences(): Promise<void> {
  const found = await nameHere()
  if (!found) return
  stopSearch()
  useSearch.set({ references: found })
  goToPanel('search')
}

/** Asks for a new name for the name at the cursor. The dialog opens at once; the name follows. */
export async function askRename(): Promise<void> {
  const file = activeFile()
  if (!file) return
  const place = cursorPlace()
  const renaming = {}
  useSearch.set({ renaming })
  const name = await nameAt(file.path, place)
  const local = name === null ? await localName(file.path, place.line, place.column) : undefined
  if (useSearch.get().renaming !== renaming) return
  useSearch.set({ renaming: name ? { name } : local ? { local } : undefined })
  if (name === null && !local) notify(languageTexts.notNamed)
}

/** Only the editor knows these names; it is loaded when a file is shown. */
async function localName(path: string, line: number, column: number): Promise<LocalName | undefined> {
  const { localNameAt } = await import('../language/local-names')
  return localNameAt(path, line, column).catch(() => undefined)
}

/** References by file, in the order of paths. */
export function placesByFile({ definitions, uses, possible }: NameUses): [path: string, places: (FilePlace & { what?: string })[]][] {
  const byFile = new Map<string, (FilePlace & { what?: string })[]>()
  const add = (place: FilePlace, what?: string): void =>
    void byFile.set(place.path, [...(byFile.get(place.path) ?? []), { ...place, ...(what === undefined ? {} : { what }) }])
  for (const one of definitions) add(one, 'defined here')
  for (const one of uses) add(one)
  for (const one of possible) add(one, 'may mean something else')
  return [...byFile].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, places]) => [path, places.toSorted((a, b) => a.line - b.line)])
}
