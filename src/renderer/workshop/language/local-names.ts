import { getTypeScriptWorker, typescriptDefaults } from 'monaco-editor/languages/features/typescript/register'
import type { FileChanges, TextRange } from '../../../shared/contract/language-calls'
import { monaco } from '../editor/monaco'
import { pathOf, uriOf } from '../editor/models'

/** A name that only the TypeScript of the rules knows, such as a variable, with all its positions. */
export interface LocalName {
  id: string
  places: readonly LocalPlace[]
}

/** The position of a name. Short forms, such as `{ name }`, need more than the name when it changes: `before` and `after` go around the new one. */
interface LocalPlace extends TextRange {
  path: string
  before: string
  after: string
}

interface Location {
  fileName: string
  textSpan: { start: number; length: number }
  prefixText?: string
  suffixText?: string
}

/** The name at a position in a rule, if only TypeScript knows it and it can be changed: a name that the app's types declare can't. */
export async function localNameAt(path: string, line: number, column: number): Promise<LocalName | undefined> {
  const uri = uriOf(path)
  const model = monaco.editor.getModel(uri)
  if (!model || !path.endsWith('.ts')) return undefined
  const worker = await (await getTypeScriptWorker())(uri)
  const offset = model.getOffsetAt({ lineNumber: line, column })
  const info = (await worker.getRenameInfo(uri.toString(), offset, {})) as { canRename: boolean; displayName?: string }
  if (!info.canRename || info.displayName === undefined) return undefined
  const found = ((await worker.findRenameLocations(uri.toString(), offset, false, false, true)) ?? []) as readonly Location[]
  const places = found.map(placeOf)
  if (places.length === 0 || places.some((place) => place === undefined || place.path.endsWith('.d.ts'))) return undefined
  return { id: info.displayName, places: places.flatMap((place) => place ?? []) }
}

function placeOf({ fileName, textSpan: { start, length }, prefixText = '', suffixText = '' }: Location): LocalPlace | undefined {
  const path = pathOf({ uri: monaco.Uri.parse(fileName) })
  const text = textIn(fileName)
  if (path === undefined || text === undefined) return undefined
  const [from, to] = [placeAt(text, start), placeAt(text, start + length)]
  return { path, ...from, endLine: to.line, endColumn: to.column, before: prefixText, after: suffixText }
}

/** The TypeScript service's text of a file: the editor's, else the saved one. */
const textIn = (uri: string): string | undefined =>
  monaco.editor.getModel(monaco.Uri.parse(uri))?.getValue() ?? typescriptDefaults.getExtraLibs()[uri]?.content

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** The changes that rename a name, by file. */
export function localChanges({ id, places }: LocalName, to: string): FileChanges[] {
  const byFile = new Map<string, FileChanges>()
  for (const { path, before, after, ...range } of places) {
    const file = byFile.get(path) ?? { path, changes: [] }
    byFile.set(path, file)
    file.changes.push({ ...range, text: `${before}${to}${after}`, before: id, after: `${before}${to}${after}` })
  }
  return [...byFile.values()].map((file) => ({ ...file, changes: file.changes.toSorted((a, b) => a.line - b.line || a.column - b.column) }))
}

/** Why a TypeScript name can't become another one; undefined if it can. A word in one of the files may mean something else, so it is refused. */
export function localFault({ id, places }: LocalName, to: string): 'bad' | 'taken' | undefined {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(to) || RESERVED.has(to)) return 'bad'
  const word = new RegExp(`(?<![\\p{ID_Continue}$])${to.replaceAll('$', '\\$')}(?![\\p{ID_Continue}$])`, 'u')
  const texts = [...new Set(places.map(({ path }) => path))].map((path) => textIn(uriOf(path).toString()) ?? '')
  return to !== id && texts.some((text) => word.test(text)) ? 'taken' : undefined
}

const RESERVED = new Set(
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' '
  )
)
