import { Copy, FilePlus2, Pencil, Sparkles, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactElement, useRef } from 'react'
import { Outline } from '../../canvas/Outline'
import { OutlineRow } from '../../canvas/OutlineRow'
import { useSession } from '../../session'
import { Blank, CommandButton, RetryBlank } from '../../ui/Parts'
import { loadFiles } from '../documents'
import { isKeptByTable } from '../kinds'
import { useListedFiles, useWorkshop } from '../state'
import { editFile, showFile } from '../tabs'
import { workshopTexts } from '../texts'
import { fileRows, foldersAbove, type FileRow } from './rows'
import { counted } from '../../ui/amounts'
import { focusTree } from '../focus'
import { applyPath, badPath } from './change'
import { Form } from '../../ui/Field'

const t = workshopTexts.tree
const LINE_HEIGHT_PX = 26

const fold = (key: string, open: boolean): void => useWorkshop.set({ row: key, folds: { ...useWorkshop.get().folds, [key]: open } })

const ACTIONS = {
  commands: {},
  onSelect: (chosen: readonly FileRow[]): void => useWorkshop.set({ row: chosen.at(-1)?.key }),
  onToggle: ({ key }: FileRow): void => useWorkshop.set({ row: key }),
  onFold: fold,
  onOpen: (row: FileRow): void => {
    if (row.isFolder) fold(row.key, row.open !== true)
    else void editFile(row.path)
  }
}

const pick = (row: FileRow): void => {
  useWorkshop.set({ row: row.key })
  if (row.isFolder) fold(row.key, row.open !== true)
  else void showFile(row.path)
}

const MENU = ['workshop.rename', 'workshop.copy', 'workshop.new', 'workshop.remove'] as const

/** The files of the campaign as a tree. */
export function FileTree(): ReactElement {
  const files = useListedFiles()
  const active = useWorkshop((s) => s.active)
  const folds = useWorkshop((s) => s.folds)
  const row = useWorkshop((s) => s.row)
  const [query, setQuery] = useState('')
  const rows = useMemo(() => fileRows(files ?? [], folds, query), [files, folds, query])
  const stateOf = useFileState()
  // Scrolls to the file in view.
  useEffect(() => {
    if (active === undefined) return
    useWorkshop.set({ row: active, folds: { ...useWorkshop.get().folds, ...Object.fromEntries(foldersAbove(active).map((path) => [path, true])) } })
  }, [active])
  // The buttons don't apply to a row that the filter hides.
  useEffect(() => {
    if (query !== '' && !rows.some(({ key }) => key === row)) useWorkshop.set({ row: rows[0]?.key })
  }, [query, rows, row])
  return (
    <Outline
      treeId="workshop-tree"
      className="workshop-files"
      title="Files"
      label="Files of the campaign"
      selectsSeveral={false}
      search={{ label: 'Filter files', query, onQuery: setQuery }}
      buttons={
        <>
          <CommandButton id="workshop.wizard" className="small" icon={<Sparkles size={14} />} />
          <CommandButton id="workshop.new" className="small" icon={<FilePlus2 size={14} />} />
          <CommandButton id="workshop.rename" className="small" icon={<Pencil size={14} />} />
          <CommandButton id="workshop.copy" className="small" icon={<Copy size={14} />} />
          <CommandButton id="workshop.remove" className="small" icon={<Trash2 size={14} />} />
        </>
      }
      belowSearch={<PathBar />}
      rows={rows}
      lines={rows}
      lineHeightPx={LINE_HEIGHT_PX}
      active={row}
      inSight={row}
      actions={ACTIONS}
      menu={MENU}
      renderLine={(row, place) => {
        const state = stateOf(row)
        return (
          <OutlineRow
            key={row.key}
            row={row}
            place={{ ...place, onPick: () => pick(row) }}
            isSelected={row.path === active}
            className={`workshop-row ${state?.sign ?? ''}`}
            spoken={state ? `${row.label}, ${state.words}` : row.label}
            title={state ? `${row.path}: ${state.words}` : row.path}
          >
            <span className="outline-label clip">{row.label}</span>
          </OutlineRow>
        )
      }}
      blank={files ? <Blank title="No file matches." /> : <Loading />}
      foot={<output className="numbers">{counted(files?.length ?? 0, 'file')}</output>}
    />
  )
}

function Loading(): ReactElement {
  const problem = useWorkshop((s) => s.problem)
  if (problem === undefined) return <Blank title={t.waits} />
  return <RetryBlank title="Couldn’t list the files" problem={problem} again={() => void loadFiles()} />
}

function useFileState(): (row: FileRow) => { words: string; sign: string } | undefined {
  const open = useWorkshop((s) => s.open)
  const edits = useSession((s) => s.present?.edits)
  const outside = useMemo(() => new Map((edits ?? []).map((edit) => [edit.path, edit])), [edits])
  return ({ path, kind, isFolder }) => {
    if (isFolder) return undefined
    if (Object.hasOwn(open, path) && open[path]?.isDirty) return { words: 'unsaved changes', sign: 'dirty' }
    const edit = outside.get(path)
    if (edit?.problem) return { words: 'has a problem', sign: 'problem' }
    if (edit) return { words: 'not part of the story yet', sign: 'outside' }
    return isKeptByTable(path, kind) ? { words: 'read-only', sign: 'kept' } : undefined
  }
}

const pathBarTexts = workshopTexts.naming

function PathBar(): ReactElement | null {
  const naming = useWorkshop((s) => s.naming)
  return naming ? <Bar key={`${naming.what} ${naming.path}`} what={naming.what} path={naming.path} /> : null
}

function Bar({ what, path }: { what: 'create' | 'copy' | 'move'; path: string }): ReactElement {
  const [text, setText] = useState(path)
  const [isTouched, setIsTouched] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The name is selected, without its folder and extension.
  useEffect(() => {
    const name = path.lastIndexOf('/') + 1
    const dot = path.indexOf('.', name)
    field.current?.focus()
    field.current?.setSelectionRange(name, dot < 0 ? path.length : dot)
  }, [path])
  const fault = badPath(text.trim(), what === 'move' ? path : undefined)
  const close = (): void => {
    useWorkshop.set({ naming: undefined })
    focusTree()
  }
  return (
    <Form
      className="workshop-path"
      onSubmit={() => {
        setIsTouched(true)
        if (fault === undefined) void applyPath(text)
      }}
    >
      <label htmlFor="workshop-path">{pathBarTexts.labels[what]}</label>
      <input
        ref={field}
        id="workshop-path"
        className="field-input mono"
        value={text}
        maxLength={1000}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isTouched && fault !== undefined}
        aria-describedby="workshop-path-hint"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
      />
      <span id="workshop-path-hint" className={isTouched && fault !== undefined ? 'fault' : 'hint'}>
        {isTouched && fault !== undefined ? fault : 'Enter applies, Esc cancels.'}
      </span>
    </Form>
  )
}
