import { plainText, withEndsOf } from '../../../shared/base/line-ends'
import { own } from '../../../shared/base/json'
import { drafts } from '../documents'
import { languageOf } from '../kinds'
import { addLiveText, liveText } from '../live'
import { putFile, useWorkshop, type OpenFile } from '../state'
import { monaco } from './monaco'

type Model = monaco.editor.ITextModel

/** The address of a campaign file for the editor and its language services. */
export const uriOf = (path: string): monaco.Uri => monaco.Uri.from({ scheme: 'file', path: `/${path}` })

/** The path of the campaign file in a model; undefined for any other model. */
export function pathOf(model: Pick<Model, 'uri'>): string | undefined {
  return model.uri.scheme === 'file' ? model.uri.path.slice(1) : undefined
}

/** The model of an open file, with its unsaved text if it has one. */
export function modelOf(one: OpenFile): Model {
  const known = monaco.editor.getModel(uriOf(one.path))
  if (known && liveText(one.path)) return known
  known?.dispose()
  return newModel(one)
}

const UNSAVED = -1
/** The throttle time of edit notifications, in ms: listeners need not run for every key. */
const EDITS_MS = 60
/** The delay after a pause, in ms: until the letter is drawn. */
const DRAWN_MS = 16

function newModel({ path, version, saved, draft }: OpenFile): Model {
  const model = monaco.editor.createModel(plainText(saved), languageOf(path), uriOf(path))
  model.setEOL(monaco.editor.EndOfLineSequence.LF)
  /** The text of the file that the model is based on, and the model's version when they were equal. */
  let file = saved
  let clean = version === null ? UNSAVED : model.getAlternativeVersionId()
  let timer: ReturnType<typeof setTimeout> | undefined
  let notifiedAt = 0
  const tell = (): void => {
    timer = undefined
    notifiedAt = performance.now()
    useWorkshop.set({ edits: useWorkshop.get().edits + 1 })
  }
  const current = (): string => withEndsOf(file, model.getValue())
  const judge = (): void => {
    const one = own(useWorkshop.get().open, path)
    // What was typed while the text was being saved may be undone.
    if (clean === UNSAVED && one?.version != null && current() === file) clean = model.getAlternativeVersionId()
    const isDirty = model.getAlternativeVersionId() !== clean
    if (one?.isDirty !== isDirty) putFile(path, { isDirty, draft: undefined })
  }
  const listener = model.onDidChangeContent(() => {
    judge()
    drafts.keep(path)
    timer ??= setTimeout(tell, Math.max(DRAWN_MS, notifiedAt + EDITS_MS - performance.now()))
  })
  addLiveText(path, {
    text: current,
    put: (text) => replaceText(model, plainText(text)),
    settle: (text, isShown) => {
      file = text
      clean = isShown ? model.getAlternativeVersionId() : UNSAVED
      judge()
    },
    dispose: () => {
      clearTimeout(timer)
      listener.dispose()
      model.dispose()
    }
  })
  if (draft !== undefined) replaceText(model, plainText(draft))
  return model
}

/** Replaces the differing part of a model's text, as one undo step. */
function replaceText(model: Model, text: string): void {
  const before = model.getValue()
  if (before === text) return
  let start = 0
  const most = Math.min(before.length, text.length)
  while (start < most && before[start] === text[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === text.at(-1 - end)) end++
  // Never between the halves of a surrogate pair.
  if (start > 0 && /[\uD800-\uDBFF]/.test(before[start - 1] ?? '')) start--
  if (end > 0 && /[\uDC00-\uDFFF]/.test(before.at(-end) ?? '')) end--
  const range = monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(before.length - end))
  model.pushStackElement()
  model.pushEditOperations(null, [{ range, text: text.slice(start, text.length - end) }], () => null)
  model.pushStackElement()
}
