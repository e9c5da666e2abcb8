import { onChange } from '../../slice'
import { own } from '../../../shared/base/json'
import { monaco } from '../editor/monaco'
import { isOutside } from '../documents'
import { pathOf } from '../editor/models'
import { useWorkshop } from '../state'
import { marksOf, useCoverage } from './state'

const shown = new WeakMap<monaco.editor.ITextModel, string[]>()

/** Marks the exercised and the unexercised lines of open files. Lasts as long as the window. */
export function registerCoverageMarks(): void {
  monaco.editor.onDidCreateModel(mark)
  onChange(
    () => useCoverage.get().report,
    () => monaco.editor.getModels().forEach(mark)
  )
}

/** A text that isn't part of the story has other line numbers than the report: such a file keeps its old marks until the next count. */
function mark(model: monaco.editor.ITextModel): void {
  const path = pathOf(model)
  if (path === undefined || own(useWorkshop.get().open, path)?.isDirty === true || isOutside(path)) return
  const { report } = useCoverage.get()
  const decorations = marksOf(report, path).map(({ line, how, words }): monaco.editor.IModelDeltaDecoration => {
    const range = new monaco.Range(line, 1, line, 1)
    return { range, options: { linesDecorationsClassName: `coverage-mark ${how}`, linesDecorationsTooltip: words, stickiness: 1 } }
  })
  shown.set(model, model.deltaDecorations(shown.get(model) ?? [], decorations))
}
