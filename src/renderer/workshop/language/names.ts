import type { NameUses } from '../../../shared/contract/language-calls'
import { KIND_NOUNS } from '../../../shared/story/rule-names'
import { linkOptions } from '../../prose/link-options'
import { openAt } from '../../files/open-at'
import { api } from '../../client'
import { monaco } from '../editor/monaco'
import { pathOf, uriOf } from '../editor/models'
import { draftsForCore } from '../live'
import { useWorkshop } from '../state'
import { codePlace } from './code-place'
import { campaignNames } from './knowledge'
import { counted } from '../../ui/amounts'

type Model = monaco.editor.ITextModel

const LANGUAGES = ['typescript', 'yaml', 'markdown']

async function nameAt(model: Model, { lineNumber, column }: monaco.IPosition): Promise<NameUses | null> {
  const path = pathOf(model)
  return path === undefined ? null : api.nameAt.query({ path, line: lineNumber, column, drafts: draftsForCore() }).catch(() => null)
}

const rangeOf = ({ line, column, endLine, endColumn }: NameUses['at']): monaco.Range => new monaco.Range(line, column, endLine, endColumn)

/** Registers names of the campaign in rules and links: completion, hover, and go to definition. */
export function registerNames(): void {
  monaco.languages.registerCompletionItemProvider('typescript', {
    triggerCharacters: ["'", '"'],
    provideCompletionItems: async (model, { lineNumber, column }) => {
      const place = codePlace(model.getLineContent(lineNumber).slice(0, column - 1))
      if (!place) return { suggestions: [] }
      const range = new monaco.Range(lineNumber, place.from + 1, lineNumber, column)
      const quote = model.getLineContent(lineNumber)[place.from - 1] ?? "'"
      const names = (await campaignNames(useWorkshop.get().edits)).filter(({ kind }) => kind === place.kind)
      return {
        suggestions: names.map(({ kind, id, title, path }) => ({
          label: { label: id, description: KIND_NOUNS[kind] },
          kind: monaco.languages.CompletionItemKind.Reference,
          insertText: id.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`),
          filterText: id,
          sortText: `0${id}`,
          documentation: { value: [title, path].filter((one) => one !== undefined).join('  \n') },
          range
        }))
      }
    }
  })
  monaco.languages.registerCompletionItemProvider('markdown', {
    triggerCharacters: ['['],
    provideCompletionItems: async (model, { lineNumber, column }) => {
      const before = model.getLineContent(lineNumber).slice(0, column - 1)
      const open = /\[\[([^[\]|#]*)$/.exec(before)?.[1]
      if (open === undefined) return { suggestions: [] }
      const isClosed = model
        .getLineContent(lineNumber)
        .slice(column - 1)
        .startsWith(']]')
      const range = new monaco.Range(lineNumber, column - open.length, lineNumber, column)
      return {
        suggestions: linkOptions(await campaignNames(useWorkshop.get().edits)).map(({ target, title, path }) => ({
          label: { label: target, ...(title === target ? {} : { description: title }) },
          kind: monaco.languages.CompletionItemKind.File,
          insertText: isClosed ? target : `${target}]]`,
          filterText: `${target} ${title}`,
          documentation: { value: path },
          range
        }))
      }
    }
  })
  monaco.languages.registerHoverProvider(LANGUAGES, {
    provideHover: async (model, position) => {
      const found = await nameAt(model, position)
      const where = found?.definitions[0]
      if (!found || !where) return null
      const value = `**${found.id}** (${KIND_NOUNS[found.kind]}), defined in ${where.path}:${where.line}, used ${counted(found.uses.length, 'time')}`
      return { range: rangeOf(found.at), contents: [{ value }] }
    }
  })
  monaco.languages.registerDefinitionProvider(LANGUAGES, {
    provideDefinition: async (model, position) => {
      const found = await nameAt(model, position)
      return (found?.definitions ?? []).map((place) => ({ uri: uriOf(place.path), range: rangeOf(place) }))
    }
  })
  monaco.editor.registerEditorOpener({
    openCodeEditor: (_source, resource, at) => {
      const path = pathOf({ uri: resource })
      if (path === undefined) return false
      const position = at && ('lineNumber' in at ? at : { lineNumber: at.startLineNumber, column: at.startColumn })
      openAt(path, position?.lineNumber, position?.column)
      return true
    }
  })
}
