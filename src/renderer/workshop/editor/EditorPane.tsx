import { useEffect, useRef, type ReactElement, Fragment } from 'react'
import { own } from '../../../shared/base/json'
import { uneditableReason } from '../../editing'
import { useSession } from '../../session'
import { run } from '../../ui/commands'
import { ChangedOnDisk } from '../../ui/ChangedOnDisk'
import { Blank, Button, LinkButton } from '../../ui/Parts'
import { FolderSearch } from 'lucide-react'
import { ComparisonPane } from '../compare/Comparison'
import { giveFocus, setCursorPlace, setEditorFocus } from '../focus'
import { isKeptByTable, languageOf } from '../kinds'
import { activeFile, useWorkshop, putFile } from '../state'
import { workshopTexts } from '../texts'
import { modelOf, pathOf } from './models'
import { monaco } from './monaco'
import { pastModel, usePastText } from './past'
import { editorOptions, showWindowColours, widgets } from './theme'
import { useQuery } from '../../ui/Query'
import { SaveBar } from '../../ui/SaveBar'
import { discardDraft, saveFile, keepVersion } from '../documents'
import { textOf } from '../live'
import { proposedMessage } from '../message'
import { follow } from '../../prose/follow'
import { withNumber } from '../../store/beats'
import { texts } from '../../ui/texts'

const t = workshopTexts

/** The open file, or the empty state. */
export function EditorPane(): ReactElement {
  const active = useWorkshop((s) => s.active)
  const isOpen = useWorkshop((s) => activeFile(s) !== undefined)
  const broken = useWorkshop((s) => (s.active === undefined ? undefined : own(s.broken, s.active)))
  const cursor = useSession((s) => s.cursor)
  const comparison = useWorkshop((s) => s.comparison)
  const past = usePastText(active, cursor)
  if (active === undefined)
    return (
      <Blank
        title="No file is open"
        action={<Button icon={<FolderSearch size={15} />} label="Open a file…" main onClick={() => run('workshop.open')} />}
      >
        Choose a file in the tree, or find one by name.
      </Blank>
    )
  if (cursor !== undefined) {
    if (past === undefined) return <Blank title={t.reading} />
    if (past.problem !== undefined) return <Blank title="This file didn’t exist at this beat">{past.problem}</Blank>
    return (
      <div className="workshop-editor">
        <Past />
        <Editor path={active} past={past} />
      </div>
    )
  }
  if (broken) return <Blank title="This file can’t be opened">{broken.message}</Blank>
  if (comparison?.path === active && isOpen)
    return (
      <div className="workshop-editor">
        <ComparisonPane wanted={comparison} />
        {comparison.what === 'commit' && <UnsavedBar path={active} />}
      </div>
    )
  return (
    <div className="workshop-editor" aria-busy={!isOpen}>
      <Changed path={active} />
      <Held path={active} />
      <Ruled path={active} />
      <Editor path={active} />
      <UnsavedBar path={active} />
      {!isOpen && <p className="workshop-reading quiet">{t.reading}</p>}
    </div>
  )
}

const { CtrlCmd, Alt, Shift } = monaco.KeyMod
/** Keys of the window that the editor would otherwise handle. */
const KEYS: readonly [keys: number, command: string][] = [
  [CtrlCmd | monaco.KeyCode.KeyK, 'palette'],
  [CtrlCmd | monaco.KeyCode.KeyP, 'workshop.open'],
  [CtrlCmd | monaco.KeyCode.KeyS, 'workshop.save'],
  [CtrlCmd | monaco.KeyCode.KeyJ, 'workshop.dock'],
  [Alt | monaco.KeyCode.KeyR, 'workshop.panel.replay'],
  [Alt | monaco.KeyCode.KeyW, 'workshop.close'],
  [Alt | Shift | monaco.KeyCode.KeyW, 'workshop.reopen'],
  [Alt | monaco.KeyCode.PageDown, 'workshop.next'],
  [Alt | monaco.KeyCode.PageUp, 'workshop.previous'],
  [Alt | Shift | monaco.KeyCode.PageDown, 'workshop.moveRight'],
  [Alt | Shift | monaco.KeyCode.PageUp, 'workshop.moveLeft']
]

/** The scroll position and selection of each file, for the lifetime of the window. */
const views = new Map<string, monaco.editor.ICodeEditorViewState>()

function Editor({ path, past }: { path: string; past?: { text: string; key: string } }): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(undefined)
  const appearance = useSession((s) => s.appearance)
  const why = useSession(uneditableReason)
  const goal = useWorkshop((s) => s.goal)
  const isOpen = useWorkshop((s) => own(s.open, path) !== undefined)
  useEffect(() => showWindowColours(appearance), [appearance])
  useEffect(() => {
    if (!box.current) return undefined
    const created = monaco.editor.create(box.current, { ...editorOptions(), overflowWidgetsDomNode: widgets(), model: null })
    editor.current = created
    for (const [keys, command] of KEYS) created.addCommand(keys, () => run(command))
    const tell = (): void => {
      const [shown, position] = [created.getModel(), created.getPosition()]
      if (shown && position && pathOf(shown) !== undefined) setCursorPlace({ line: position.lineNumber, column: position.column })
    }
    const follows = [created.onDidChangeCursorPosition(tell), created.onDidChangeModel(tell)]
    return () => {
      keepView(created)
      setEditorFocus(undefined)
      for (const follow of follows) follow.dispose()
      created.dispose()
      editor.current = undefined
    }
  }, [])
  useEffect(() => {
    const one = activeFile()
    const current = editor.current
    // While a file is read, the previous one keeps the focus and is read-only: early keys are neither typed into it nor commands of the window.
    if (!past && !isOpen) current?.updateOptions({ readOnly: true, readOnlyMessage: { value: t.reading } })
    if (!current || (!past && (!isOpen || one?.path !== path))) return
    const model = past ? pastModel(path, past) : one && modelOf(one)
    if (!model) return
    const isKept = isKeptByTable(path, useWorkshop.get().files?.find((file) => file.path === path)?.kind)
    current.updateOptions({
      readOnly: past !== undefined || why !== undefined || isKept,
      readOnlyMessage: { value: past ? t.editor.past : isKept ? 'The table writes this file during play. It is read-only.' : (why ?? 'Read-only') },
      ariaLabel: `Text of ${path}`,
      wordWrap: languageOf(path) === 'markdown' ? 'on' : 'off'
    })
    if (current.getModel() === model) return
    // After the options: the editor requests quick fixes of a new text only if it is editable.
    keepView(current)
    current.setModel(model)
    const view = views.get(model.uri.toString())
    if (view) current.restoreViewState(view)
    // An editor without a model ignores the focus.
    setEditorFocus(() => current.focus())
  }, [path, past, why, isOpen])
  useEffect(() => {
    const current = editor.current
    if (!current || goal?.path !== path || !isOpen) return
    const position = { lineNumber: goal.line, column: goal.column }
    current.setPosition(position)
    current.revealPositionInCenterIfOutsideViewport(position)
    giveFocus(goal.focus)
    // Applied once: when the file is shown again, it has its last position.
    useWorkshop.set({ goal: undefined })
  }, [goal, path, isOpen])
  return <div ref={box} className="workshop-code" />
}

function keepView(editor: monaco.editor.IStandaloneCodeEditor): void {
  const model = editor.getModel()
  const view = editor.saveViewState()
  if (model && view) views.set(model.uri.toString(), view)
}

const propose = (path: string): Promise<string> => proposedMessage(path, textOf(path) ?? '')

function UnsavedBar({ path }: { path: string }): ReactElement | null {
  const isDirty = useWorkshop((s) => own(s.open, path)?.isDirty === true)
  return isDirty ? <Bar key={path} path={path} /> : null
}

function Bar({ path }: { path: string }): ReactElement {
  const message = useWorkshop((s) => own(s.open, path)?.message)
  const isAsked = useWorkshop((s) => own(s.open, path)?.theirs !== undefined)
  const isSaving = useWorkshop((s) => s.saving.includes(path))
  const edits = useWorkshop((s) => s.edits)
  const proposed = useQuery(path, String(edits), propose).answer ?? ''
  return (
    <SaveBar
      label="Message of the beat"
      message={message}
      proposed={proposed}
      isSaving={isSaving}
      isAsked={isAsked}
      onMessage={(next) => putFile(path, { message: next })}
      onSave={() => void saveFile(path)}
      onDiscard={() => discardDraft(path)}
    />
  )
}

function Changed({ path }: { path: string }): ReactElement | null {
  const one = useWorkshop((s) => own(s.open, path))
  if (one?.theirs === undefined) return null
  return (
    <ChangedOnDisk what="file" isGone={one.theirs === null} onKeep={(version) => keepVersion(path, version)}>
      <Button label="Merge…" main small onClick={() => useWorkshop.set({ comparison: { what: 'three', path } })} />
    </ChangedOnDisk>
  )
}

function Held({ path }: { path: string }): ReactElement | null {
  const edit = useSession((s) => s.present?.edits.find((one) => one.path === path))
  const isDirty = useWorkshop((s) => own(s.open, path)?.isDirty === true)
  const isShut = useSession((s) => uneditableReason(s) !== undefined)
  if (!edit) return null
  return (
    <section className={`banner ${edit.problem ? 'bad' : ''}`} aria-label={edit.problem ? t.held.title : t.held.outside}>
      {edit.problem ? (
        <p>
          <b>{t.held.title}</b> {edit.problem.message}{' '}
          {path.startsWith('rules/')
            ? 'The table keeps using the previous version of the rule.'
            : 'The story keeps using the previous version of the file.'}
        </p>
      ) : (
        <p>{t.held.outside}</p>
      )}
      {!edit.problem && !isDirty && !isShut && (
        <span className="banner-buttons">
          <Button label="Save as a beat" main small onClick={() => run('workshop.save')} />
        </span>
      )}
    </section>
  )
}

function Ruled({ path }: { path: string }): ReactElement | null {
  const beats = useSession((s) => s.present?.lore.topics.find((topic) => topic.path === path)?.beats)
  const line = useSession((s) => s.line)
  const known = beats?.filter((n) => withNumber(line, n) !== undefined) ?? []
  if (known.length === 0) return null
  return (
    <section className="banner" aria-label={texts.rulings.title}>
      <p>
        This ruling is about{' '}
        {known.map((n, i) => (
          <Fragment key={n}>
            {i > 0 && ', '}
            <LinkButton label={`beat ${n}`} onClick={() => follow({ what: 'beat', n })} />
          </Fragment>
        ))}
        .
      </p>
    </section>
  )
}

function Past(): ReactElement {
  return (
    <section className="banner" aria-label={t.editor.past}>
      <p>{t.editor.past}</p>
    </section>
  )
}
