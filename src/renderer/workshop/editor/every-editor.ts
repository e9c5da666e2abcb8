import { monaco } from './monaco'

// What applies to every editor and every text in the window.

/**
 * Enter and Esc belong to a text as soon as the editor's own line prompt closes. The editor clears the prompt's context key on a timer, so the prompt
 * would take keys that come before it.
 */
monaco.editor.onDidCreateEditor((editor) => {
  // Editors inside a peek view have no context keys of their own.
  if (!('createContextKey' in editor)) return
  const inPrompt = (editor as monaco.editor.IStandaloneCodeEditor).createContextKey<boolean | undefined>('inQuickInput', undefined)
  editor.onDidFocusEditorText(() => inPrompt.set(false))
  editor.onDidBlurEditorText(() => inPrompt.reset())
})

/** Brackets have the colour of their line. The editor would show the last bracket of a `[[wikilink]]` as an error. */
monaco.editor.onDidCreateModel((model) => {
  model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } })
})
