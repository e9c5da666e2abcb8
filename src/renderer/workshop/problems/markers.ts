import type { FileProblem, QuickFix } from '../../../shared/contract/language-calls'
import { onChange } from '../../slice'
import { monaco } from '../editor/monaco'
import { pathOf } from '../editor/models'
import { isShown } from '../state'
import { applyFix } from './fix'
import { useProblems } from './state'

const SEVERITY: Record<FileProblem['level'], monaco.MarkerSeverity> = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info
}
const OWNER = 'check'
const FIX = 'proscenium.fix'

const asMarker = ({ line, column, endLine, endColumn, message, level }: FileProblem): monaco.editor.IMarkerData => ({
  startLineNumber: line,
  startColumn: column,
  endLineNumber: endLine,
  endColumn,
  message,
  severity: SEVERITY[level]
})

/** Marks the problems in open texts, and collects the editor's type errors. Lasts as long as the window. */
export function registerMarkers(): void {
  const mark = (model: monaco.editor.ITextModel): void => {
    const path = pathOf(model)
    if (path !== undefined)
      monaco.editor.setModelMarkers(
        model,
        OWNER,
        useProblems
          .get()
          .found.filter((one) => one.path === path)
          .map(asMarker)
      )
  }
  monaco.editor.onDidCreateModel(mark)
  onChange(
    () => useProblems.get().found,
    () => monaco.editor.getModels().forEach(mark)
  )
  monaco.editor.onDidChangeMarkers(() => collect())
  monaco.editor.registerCommand(FIX, (_, fix: QuickFix) => void applyFix(fix))
  monaco.languages.registerCodeActionProvider(['typescript', 'yaml', 'markdown', 'plaintext'], {
    provideCodeActions: (model, range, { only }) => ({
      actions: only !== undefined && !'quickfix'.startsWith(only) ? [] : actionsIn(model, range),
      dispose: () => undefined
    })
  })
}

function actionsIn(model: monaco.editor.ITextModel, range: monaco.Range): monaco.languages.CodeAction[] {
  const path = pathOf(model)
  return useProblems
    .get()
    .found.filter((one) => one.path === path && one.line <= range.endLineNumber && one.endLine >= range.startLineNumber)
    .flatMap((one) =>
      one.fixes.map((fix, i) => ({
        title: fix.title,
        kind: 'quickfix',
        diagnostics: [asMarker(one)],
        isPreferred: i === 0,
        command: { id: FIX, title: fix.title, arguments: [fix] }
      }))
    )
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Collects the TypeScript service's findings on open rules, a few times a second at most. */
function collect(): void {
  timer ??= setTimeout(() => {
    timer = undefined
    if (!isShown()) return
    const typed = monaco.editor.getModelMarkers({ owner: 'typescript' }).flatMap(({ resource, severity, ...one }): FileProblem[] => {
      const path = pathOf({ uri: resource })
      if (path === undefined || severity < monaco.MarkerSeverity.Warning) return []
      const level = severity === monaco.MarkerSeverity.Error ? 'error' : 'warning'
      const { startLineNumber: line, startColumn: column, endLineNumber: endLine, endColumn, message } = one
      return [{ path, line, column, endLine, endColumn, message, level, fixes: [] }]
    })
    if (JSON.stringify(typed) !== JSON.stringify(useProblems.get().typed)) useProblems.set({ typed })
  }, 200)
}
