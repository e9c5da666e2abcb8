// The editor with the features that the workshop uses. Only code that is loaded with the workshop may import this.
// The TypeScript language service imports every feature. They are registered from the start, because the editor's services are created with the first
// editor.
import 'monaco-editor/features/register.all'
import 'monaco-editor/internal/common/workers'
import 'monaco-editor/languages/definitions/markdown/register'
import 'monaco-editor/languages/definitions/typescript/register'
import 'monaco-editor/languages/definitions/yaml/register'
import * as monaco from 'monaco-editor/editor'

export { monaco }

/** The constructor of each language service's worker, by the label that the editor requests; every other label gets the editor's own worker. */
export const WORKERS: Record<string, () => Worker> = {}

const editorWorker = (): Worker => new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module' })

self.MonacoEnvironment = { getWorker: (_id, label) => (WORKERS[label] ?? editorWorker)() }

// The editor's own styles are loaded with it: the build leaves them out of the window's style sheet.
const sheets = import.meta.glob<string>('../../../../node_modules/monaco-editor/esm/**/*.css', { eager: true, query: '?inline', import: 'default' })
const style = document.createElement('style')
style.textContent = Object.values(sheets).join('\n')
document.head.append(style)

// Enter and Esc belong to a text as soon as the editor's own line prompt closes. The editor clears the prompt's context key on a timer, so the prompt
// would take keys that come before it.
monaco.editor.onDidCreateEditor((editor) => {
  // Editors inside a peek view have no context keys of their own.
  if (!('createContextKey' in editor)) return
  const inPrompt = (editor as monaco.editor.IStandaloneCodeEditor).createContextKey<boolean | undefined>('inQuickInput', undefined)
  editor.onDidFocusEditorText(() => inPrompt.set(false))
  editor.onDidBlurEditorText(() => inPrompt.reset())
})

// Brackets have the colour of their line. The editor would show the last bracket of a `[[wikilink]]` as an error.
monaco.editor.onDidCreateModel((model) => {
  model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } })
})
