import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import {
  type ArrowDocument,
  type ArrowId,
  type RowContext,
  breakLine,
  giveCue,
  giveNewCue,
  isWritten,
  keyOf,
  type ScriptRow,
  rowOf,
  type Script,
  scriptOf,
  Scripts,
  writeText,
  type RowEdit
} from '../../../arrow'
import { rowElement, type ShownRows, useShownRows } from './use-shown-rows'

/** The script view's input: a scene of a document, its selection, and callbacks for edits and selections. */
export interface ScriptProps {
  document: ArrowDocument
  scene: ArrowId
  /** The selected nodes. */
  selection: readonly ArrowId[]
  isEditable: boolean
  /** The nodes at which a playtest is. */
  playing?: ReadonlySet<ArrowId>
  /** Called with the document after an edit. Consecutive edits with the same `key` are one undo step. */
  onEdit: (document: ArrowDocument, key?: string) => void
  onSelect: (nodes: readonly ArrowId[]) => void
  /** Shows a jump's target in another scene. */
  onGo?: (node: ArrowId) => void
}

/** The speaker for a row: a character, a new one with this name, or none. */
export type Cue = ArrowId | { name: string } | undefined

/** The operations on a script's rows. The object stays the same. */
export interface ScriptActions {
  write: (row: ScriptRow, text: string) => void
  /** Runs an edit on a row and moves the caret accordingly. Returns whether it changed anything. */
  run: (row: ScriptRow, edit: (at: RowContext) => RowEdit | undefined) => boolean
  /** Assigns a text to a speaker; with `goesOn`, the caret moves to a new row. */
  say: (row: ScriptRow, cue: Cue, text: string, goesOn?: boolean) => void
  move: (row: ScriptRow, step: 1 | -1) => boolean
  select: (row: ScriptRow) => void
  onFocus: (row: ScriptRow) => void
  goTo: (node: ArrowId) => void
  leave: () => void
}

/** A new line after the row that the caret would move to. */
function nextLine({ document, focus, caret }: RowEdit, scene: ArrowId): RowEdit | undefined {
  const { rows, numbers } = scriptOf(document, scene)
  const row = rows[numbers.get(focus) ?? -1]
  return row && breakLine({ document, scene, row }, caret)
}

/** The script of a scene, and the operations on its rows. The focus follows the edits, and both follow the selection. */
export function useScript(props: ScriptProps, page: RefObject<HTMLElement | null>): { script: Script; shown: ShownRows; actions: ScriptActions } {
  const { document, scene, selection } = props
  const [scripts] = useState(() => new Scripts())
  const script = useMemo(() => scripts.of(document, scene), [scripts, document, scene])
  const [wanted, setWanted] = useState<{ key: string; caret: number }>()
  /** A selection that this view made itself, which is in view already. */
  const own = useRef<ArrowId>(undefined)
  /** The row that had the focus last. */
  const focused = useRef<string>(undefined)
  const kept = useCallback(() => [focused.current, wanted?.key], [wanted])
  const shown = useShownRows(script, page, kept)
  const { reveal } = shown
  const now = useRef({ ...props, script, reveal })
  useLayoutEffect(() => {
    now.current = { ...props, script, reveal }
  })

  useLayoutEffect(() => {
    if (!wanted) return
    const field = rowElement(page.current, wanted.key)?.querySelector<HTMLElement>('[data-focus]')
    field?.focus()
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(wanted.caret, wanted.caret)
  }, [wanted, page])

  /** If undo removed the focused row, the row in its place takes the focus. */
  const last = useRef<number>(undefined)
  useLayoutEffect(() => {
    const { rows } = script
    if (last.current === undefined || globalThis.document.activeElement !== globalThis.document.body) return
    const row = rows.slice(0, last.current + 1).findLast(isWritten) ?? rows.find(isWritten)
    if (row) setWanted({ key: row.key, caret: row.text.length })
  }, [script])

  const first = selection[0]
  useEffect(() => {
    if (first === undefined || first === own.current) return
    own.current = undefined
    const row = rowOf(now.current.script, first)
    if (row) now.current.reveal(row.key)
  }, [first])

  // The page follows the playtest.
  const playing = props.playing?.values().next().value
  useEffect(() => {
    const row = playing === undefined ? undefined : rowOf(now.current.script, playing)
    if (row) now.current.reveal(row.key)
  }, [playing])

  const select = useCallback(({ node, key }: ScriptRow) => {
    last.current = now.current.script.numbers.get(key)
    if (own.current === node && now.current.selection[0] === node) return
    own.current = node
    now.current.onSelect([node])
  }, [])

  /** Selects the row's node, unless the focus only comes back from a layer while another node is selected by then. */
  const onFocus = useCallback(
    (row: ScriptRow) => {
      const isBack = focused.current === row.key && now.current.selection[0] !== undefined
      focused.current = row.key
      if (!isBack) select(row)
    },
    [select]
  )

  const actions = useMemo((): ScriptActions => {
    const at = (row: ScriptRow): RowContext => {
      const { document, scene, script } = now.current
      return { document, scene, row, script }
    }
    const run: ScriptActions['run'] = (row, edit) => {
      const done = now.current.isEditable ? edit(at(row)) : undefined
      if (!done) return false
      if (done.document !== now.current.document) now.current.onEdit(done.document)
      setWanted({ key: done.focus, caret: done.caret })
      return true
    }
    const focusRow = (row: ScriptRow | undefined, caret: number): boolean => {
      if (row) setWanted({ key: row.key, caret })
      return row !== undefined
    }
    return {
      onFocus,
      write: (row, text) => {
        select(row)
        now.current.onEdit(writeText(at(row), text), `text ${row.key}`)
        // A title without a text has no row, so the caret moves below it.
        if (row.kind === 'title' && text === '') setWanted({ key: keyOf(row.node), caret: 0 })
      },
      run,
      say: (row, cue, text, goesOn = false) =>
        void run(row, (one) => {
          const document = row.text === text ? one.document : writeText(one, text)
          const said: RowContext = { document, scene: one.scene, row: { ...row, text } }
          const given = (typeof cue === 'object' ? giveNewCue(said, cue.name) : giveCue(said, cue)) ?? {
            document,
            focus: row.key,
            caret: text.length
          }
          return (goesOn ? nextLine(given, one.scene) : undefined) ?? given
        }),
      move: (row, step) => {
        const { rows, numbers } = now.current.script
        const start = numbers.get(row.key) ?? 0
        const next = step === 1 ? rows.slice(start + 1).find(isWritten) : rows.slice(0, start).findLast(isWritten)
        return focusRow(next, step === 1 ? 0 : (next?.text.length ?? 0))
      },
      select,
      goTo: (node) => {
        const row = rowOf(now.current.script, node)
        if (row) focusRow(row, 0)
        else now.current.onGo?.(node)
      },
      leave: () => {
        last.current = undefined
        page.current?.focus()
      }
    }
  }, [page, select, onFocus])
  return { script, shown, actions }
}
