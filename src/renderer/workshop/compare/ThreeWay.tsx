import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { own } from '../../../shared/base/json'
import { diffLines } from '../../../shared/base/diff-lines'
import { plainText, withEndsOf } from '../../../shared/base/line-ends'
import { mergeParts, type MergedPart } from '../../../shared/base/merge-lines'
import { useSession } from '../../session'
import { keepVersion } from '../documents'
import { editorOptions, showWindowColours } from '../editor/theme'
import { monaco } from '../editor/monaco'
import { setEditorFocus } from '../focus'
import { languageOf } from '../kinds'
import { textOf } from '../live'
import { useWorkshop, type OpenFile } from '../state'
import { workshopTexts } from '../texts'
import { counted } from '../../ui/amounts'
import { Button, LinkButton } from '../../ui/Parts'

const t = workshopTexts.three

type Side = 'ours' | 'theirs'
/** The resolution of a conflict: one side, both one after the other, or the user's own text. */
type Choice = Side | 'both'

/** Three versions of a file that changed on disk while there were unsaved changes: the one on disk, the result, and mine. */
export function ThreeWay({ path }: { path: string }): ReactElement | null {
  const one = useWorkshop((s) => own(s.open, path))
  return !one?.theirs ? null : <Merge key={one.theirs.version} one={one} theirs={one.theirs.content} />
}

function Merge({ one: { path, saved }, theirs }: { one: OpenFile; theirs: string }): ReactElement {
  // The unsaved text from before this view opened.
  const [mine] = useState(() => plainText(textOf(path) ?? saved))
  const parts = useMemo(() => mergeParts(plainText(saved), plainText(theirs), mine), [saved, theirs, mine])
  const theirsBox = useRef<HTMLDivElement>(null)
  const resultBox = useRef<HTMLDivElement>(null)
  const oursBox = useRef<HTMLDivElement>(null)
  const result = useRef<Result>(undefined)
  const [chosen, setChosen] = useState<readonly (Choice | undefined)[]>([])
  const appearance = useSession((s) => s.appearance)
  useEffect(() => showWindowColours(appearance), [appearance])
  useEffect(() => {
    const language = languageOf(path)
    const options = { ...editorOptions(), lineNumbersMinChars: 3, wordWrap: 'on' as const }
    const show = (box: HTMLDivElement | null, text: string, label: string, readOnly: boolean): monaco.editor.IStandaloneCodeEditor | undefined =>
      box ? monaco.editor.create(box, { ...options, value: text, language, readOnly, ariaLabel: label }) : undefined
    const left = show(theirsBox.current, plainText(theirs), t.theirs, true)
    const right = show(oursBox.current, mine, t.ours, true)
    const middle = show(resultBox.current, textOfParts(parts), t.result, false)
    for (const editor of [left, middle, right]) if (editor) markChanges(editor, plainText(saved))
    if (middle) {
      result.current = new Result(middle, parts)
      setEditorFocus(() => middle.focus())
      middle.focus()
    }
    return () => {
      setEditorFocus(undefined)
      result.current = undefined
      for (const editor of [left, middle, right]) {
        editor?.getModel()?.dispose()
        editor?.dispose()
      }
    }
  }, [path, parts, saved, theirs, mine])
  const conflicts = parts.filter((part) => 'ours' in part)
  const choose = (i: number, how: Choice): void => {
    result.current?.choose(i, how)
    setChosen(conflicts.map((_, k) => (k === i ? how : chosen[k])))
  }
  const left = conflicts.filter((_, i) => chosen[i] === undefined).length
  const keep = (): void => keepVersion(path, { merged: withEndsOf(theirs, result.current?.text() ?? mine) })
  return (
    <section className="workshop-compare" aria-label={t.title}>
      <header>
        <h2 className="clip">{t.title}</h2>
        <output className="quiet numbers">
          {conflicts.length === 0
            ? 'The changes don’t overlap'
            : left === 0
              ? 'All conflicts are resolved'
              : `${left} of ${counted(conflicts.length, 'conflict')} left; your version is used until you choose`}
        </output>
        <Button label="Decide later" small onClick={() => useWorkshop.set({ comparison: undefined })} />
        <Button label="Use this result" main small onClick={keep} />
      </header>
      {conflicts.length > 0 && (
        <ol className="workshop-conflicts" aria-label="Conflicts">
          {conflicts.map((_, i) => (
            <li key={i}>
              <LinkButton label={`Conflict ${i + 1}`} onClick={() => result.current?.show(i)} />
              {(['theirs', 'ours', 'both'] as const).map((how) => (
                <Button label={t.use[how]} small key={how} aria-pressed={chosen[i] === how} onClick={() => choose(i, how)} />
              ))}
            </li>
          ))}
        </ol>
      )}
      <div className="workshop-three">
        <div>
          <h3>{t.theirs}</h3>
          <div ref={theirsBox} className="workshop-code" />
        </div>
        <div>
          <h3>{t.result}</h3>
          <div ref={resultBox} className="workshop-code" />
        </div>
        <div>
          <h3>{t.ours}</h3>
          <div ref={oursBox} className="workshop-code" />
        </div>
      </div>
    </section>
  )
}

/** The lines of a part before the user chooses: mine. */
const linesOf = (part: MergedPart): readonly string[] => ('lines' in part ? part.lines : part.ours)
const textOfParts = (parts: readonly MergedPart[]): string => parts.flatMap(linesOf).join('\n')

/** Marks the lines of an editor that differ from the text before both changes. A mark follows its line. */
function markChanges(editor: monaco.editor.IStandaloneCodeEditor, before: string): void {
  let line = 0
  const ranges = diffLines(before, editor.getValue()).flatMap(({ op }) => {
    if (op !== 'removed') line++
    return op === 'added' ? [new monaco.Range(line, 1, line, 1)] : []
  })
  editor.createDecorationsCollection(
    ranges.map((range) => ({
      range,
      options: { isWholeLine: true, className: 'workshop-changed-line', linesDecorationsClassName: 'workshop-changed-edge' }
    }))
  )
}

/** The merged text in the middle, with decorations that track the lines of each conflict. */
class Result {
  readonly #editor: monaco.editor.IStandaloneCodeEditor
  readonly #marks: monaco.editor.IEditorDecorationsCollection
  readonly #conflicts: { ours: readonly string[]; theirs: readonly string[] }[] = []

  constructor(editor: monaco.editor.IStandaloneCodeEditor, parts: readonly MergedPart[]) {
    this.#editor = editor
    const ranges: monaco.Range[] = []
    let line = 1
    for (const part of parts) {
      const { length } = linesOf(part)
      if ('ours' in part) {
        this.#conflicts.push(part)
        ranges.push(new monaco.Range(line, 1, line + length, 1))
      }
      line += length
    }
    const model = editor.getModel()
    this.#marks = editor.createDecorationsCollection(
      ranges.map((range) => ({
        range: model?.validateRange(range) ?? range,
        options: {
          isWholeLine: true,
          className: 'workshop-conflict',
          linesDecorationsClassName: 'workshop-conflict-edge',
          stickiness: monaco.editor.TrackedRangeStickiness.AlwaysGrowsWhenTypingAtEdges
        }
      }))
    )
  }

  choose(i: number, how: Choice): void {
    const [range, conflict, model] = [this.#marks.getRange(i), this.#conflicts[i], this.#editor.getModel()]
    if (!range || !conflict || !model) return
    const lines = how === 'both' ? [...conflict.theirs, ...conflict.ours] : conflict[how]
    // A range that ends before the end of the text ends at the beginning of the next line.
    const isLast = range.endColumn > 1 || range.endLineNumber === range.startLineNumber
    const text = lines.length === 0 ? '' : lines.join('\n') + (isLast && range.endLineNumber === model.getLineCount() ? '' : '\n')
    this.#editor.executeEdits('conflict', [{ range, text, forceMoveMarkers: false }])
    this.show(i)
  }

  show(i: number): void {
    const range = this.#marks.getRange(i)
    if (range) this.#editor.revealRangeInCenter(range)
  }

  text(): string {
    return this.#editor.getValue()
  }
}
