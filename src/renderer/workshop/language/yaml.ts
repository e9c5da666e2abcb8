import { fileAt, type FileKind } from '../../../shared/story/layout'
import type { FileSchema } from '../../../shared/contract/language-calls'
import { KIND_NOUNS } from '../../../shared/story/rule-names'
import { own } from '../../../shared/base/json'
import { monaco } from '../editor/monaco'
import { pathOf } from '../editor/models'
import { useWorkshop } from '../state'
import { campaignNames, languageSetup } from './knowledge'
import { aboutAt, keysAt, valuesAt } from './schema'
import { yamlPlace, type YamlPlace } from './yaml-place'

type Model = monaco.editor.ITextModel
type Item = monaco.languages.CompletionItem

/** The lines that are YAML: all of them, or the front matter of a Markdown file. Lines count from 0. */
function yamlLines(model: Model): { from: number; to: number } | undefined {
  if (model.getLanguageId() === 'yaml') return { from: 0, to: model.getLineCount() }
  if (model.getLanguageId() !== 'markdown' || !/^---\s*$/.test(model.getLineContent(1))) return undefined
  for (let line = 2; line <= Math.min(model.getLineCount(), 2000); line++)
    if (/^---\s*$/.test(model.getLineContent(line))) return { from: 1, to: line - 1 }
  return { from: 1, to: model.getLineCount() }
}

async function placeAt(model: Model, position: monaco.IPosition): Promise<{ place: YamlPlace; schema: FileSchema | undefined } | undefined> {
  const lines = yamlLines(model)
  const at = position.lineNumber - 1
  if (!lines || at < lines.from || at >= lines.to) return undefined
  const line = (i: number): string => model.getLineContent(i + lines.from + 1)
  const place = yamlPlace(line, lines.to - lines.from, at - lines.from, position.column - 1)
  const path = pathOf(model)
  const { schemas } = await languageSetup()
  const kind: FileKind | undefined = path === undefined ? undefined : fileAt(path)?.kind
  return { place, schema: kind && (own(schemas, kind) ?? (model.getLanguageId() === 'markdown' ? schemas.worldNote : undefined)) }
}

const written = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N} _-]*$/u.test(name) && name.trim() === name && !/^(true|false|null|yes|no)$/i.test(name) ? name : JSON.stringify(name)

async function items(model: Model, position: monaco.IPosition): Promise<Item[]> {
  const found = await placeAt(model, position)
  if (!found?.schema) return []
  const { place, schema } = found
  const { lineNumber } = position
  const range = new monaco.Range(lineNumber, place.from + 1, lineNumber, position.column)
  const { CompletionItemKind, CompletionItemInsertTextRule } = monaco.languages
  const isEntry = place.keys.at(-1) === '*'
  const out: Item[] = []
  const named = async (kinds: readonly string[], after: string): Promise<void> => {
    if (kinds.length === 0) return
    for (const { kind, id, title, path } of await campaignNames(useWorkshop.get().edits))
      if (kinds.includes(kind) && !place.siblings.includes(id))
        out.push({
          label: { label: id, description: KIND_NOUNS[kind] },
          kind: CompletionItemKind.Reference,
          insertText: written(id) + after,
          filterText: written(id),
          documentation: { value: [title, path].filter((one) => one !== undefined).join('  \n') },
          range
        })
  }
  if (place.at === 'key') {
    const { keys, names } = keysAt(schema, place.keys)
    for (const { key, about, isBlock } of keys)
      if (!place.siblings.includes(key))
        out.push({
          label: key,
          kind: CompletionItemKind.Property,
          documentation: { value: about },
          insertText: isBlock && place.siblings.length + place.from === 0 ? `${key}:\n  $0` : `${key}: $0`,
          insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet,
          range
        })
    await named(names, ': ')
  }
  if (place.at === 'value' || isEntry) {
    const { words, names } = valuesAt(schema, place.keys)
    for (const word of words) out.push({ label: word, kind: CompletionItemKind.EnumMember, insertText: word, range })
    await named(names, '')
  }
  return out
}

/** Completion and hovers of YAML files and front matter, by the schemas and the names of the campaign. */
export function registerYaml(): void {
  monaco.languages.registerCompletionItemProvider(['yaml', 'markdown'], {
    triggerCharacters: [' ', ':', '-', '[', '{', ','],
    provideCompletionItems: async (model, position) => ({ suggestions: await items(model, position) })
  })
  monaco.languages.registerHoverProvider(['yaml', 'markdown'], {
    provideHover: async (model, position) => {
      const word = model.getWordAtPosition(position)
      const found = await placeAt(model, word ? { lineNumber: position.lineNumber, column: word.endColumn } : position)
      if (!found?.schema) return null
      const { keys, at, word: key } = found.place
      const about = aboutAt(found.schema, at === 'key' && key !== '' ? [...keys, key] : keys)
      return about === undefined ? null : { contents: [{ value: about }] }
    }
  })
}
