import { FilePlus2, FileText, PenLine } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import type { ArrowFileInfo } from '../../shared/contract/arrow-calls'
import { sceneDocument } from '../../shared/story/layout'
import { inTurn, uneditableReason } from '../editing'
import { useSession } from '../session'
import { shortcutOf } from '../ui/commands'
import type { MenuPlace } from '../ui/Menu'
import { Blank, Button, Modal, RetryBlank, Scroll } from '../ui/Parts'
import { SearchField, TextField } from '../ui/Field'
import { RenameField } from '../ui/RenameField'
import { RowMenu, runAction, type RowAction } from '../ui/RowMenu'
import { copyDocument, removeDocument, renameDocument } from './change-files'
import { DesignDocuments } from './design/DesignDocuments'
import { createDocument, loadFiles, openDocument } from './documents'
import { freePath, newDocument } from './new-document'
import { isUnsaved, useArrow } from './state'
import { arrowTexts } from './arrow-texts'

const t = arrowTexts.list

/** The documents of the campaign, and the story events that have no scene yet. */
export function DocumentList(): ReactElement {
  const files = useArrow((s) => s.files)
  const problem = useArrow((s) => s.problem)
  const [query, setQuery] = useState('')
  const [isNaming, setNaming] = useState(false)
  const isClosed = useSession((s) => uneditableReason(s) !== undefined)
  const wanted = query.trim().toLowerCase()
  const matching = useMemo(
    () => (files?.files ?? []).filter((one) => `${one.title ?? ''} ${one.event?.title ?? ''} ${one.path}`.toLowerCase().includes(wanted)),
    [files, wanted]
  )
  if (problem !== undefined) return <RetryBlank title="Couldn’t read the documents" problem={problem} again={() => void loadFiles()} />
  if (!files) return <Blank title="Reading the documents…" />
  const events = files.without.filter(({ title, id }) => `${title} ${id}`.toLowerCase().includes(wanted))
  const add = <Button label={t.newDocument} icon={<FilePlus2 size={14} />} main disabled={isClosed} onClick={() => setNaming(true)} />
  return (
    <Scroll className="arrow-list" label={arrowTexts.title}>
      {files.files.length === 0 ? (
        <Blank title="No scenes yet" action={add}>
          {t.emptyHint}
        </Blank>
      ) : (
        <>
          <header className="arrow-list-head">
            <SearchField label="Search documents" query={query} onQuery={setQuery} />
            {add}
          </header>
          <ul className="arrow-files">
            {matching.map((file) => (
              <FileRow key={file.path} file={file} />
            ))}
          </ul>
          {matching.length === 0 && <p className="quiet">No document matches.</p>}
        </>
      )}
      {events.length > 0 && (
        <section className="arrow-events">
          <h2>Story events without a scene</h2>
          <ul className="arrow-files">
            {events.map(({ id, title }) => (
              <li key={id}>
                <span className="arrow-file">
                  <b className="clip">{title}</b>
                </span>
                <Button
                  label={t.write}
                  icon={<PenLine size={12} />}
                  small
                  disabled={isClosed}
                  aria-label={`${t.write}: ${title}`}
                  onClick={() => void writeScene(id, title)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <DesignDocuments />
      {isNaming && <NewDocument onClose={() => setNaming(false)} />}
    </Scroll>
  )
}

/** Creates the document of a story event and shows its script, where the first line can be written. */
async function writeScene(event: string, title: string): Promise<void> {
  if (await createDocument(sceneDocument(event), newDocument(title))) useArrow.set({ part: 'script' })
}

function FileRow({ file: { path, title, event, bytes } }: { file: ArrowFileInfo }): ReactElement {
  const isOpenUnsaved = useArrow((s) => {
    const one = s.open[path]
    return one !== undefined && isUnsaved(one)
  })
  const [menu, setMenu] = useState<MenuPlace>()
  const [isNaming, setNaming] = useState(false)
  const row = useRef<HTMLButtonElement>(null)
  const name = title?.trim() ? title.trim() : t.untitled
  const actions: readonly RowAction[] = [
    { label: 'Open', keys: 'enter', isReading: true, run: () => openDocument(path) },
    { label: 'Rename', keys: 'f2', run: () => setNaming(true) },
    { label: 'Duplicate', keys: 'mod+d', run: () => copyDocument(path) },
    { label: 'Remove', keys: 'delete', run: () => removeDocument(path) }
  ]
  const selected = (): readonly string[] => [path]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const keys = shortcutOf(event)
    const action = actions.find((one) => one.keys === keys)
    if (action && !event.repeat) runAction(action, selected)
    else if (keys === 'shift+f10' || event.key === 'ContextMenu') setMenu({ element: event.currentTarget })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <li>
      {isNaming ? (
        <RenameField
          now={name}
          list={() => row.current}
          onDone={(typed) => {
            flushSync(() => setNaming(false))
            if (typed !== undefined) inTurn(() => renameDocument(path, typed))
          }}
        />
      ) : (
        <button
          type="button"
          ref={row}
          className="arrow-file"
          onClick={() => void openDocument(path)}
          onKeyDown={onKeyDown}
          onContextMenu={(at) => {
            at.preventDefault()
            setMenu({ x: at.clientX, y: at.clientY })
          }}
        >
          <FileText size={15} aria-hidden="true" />
          <b className="clip" dir="auto">
            {name}
          </b>
          <span className="quiet clip">{!event ? path : event.title === name ? t.sceneOfIt : event.title}</span>
          {isOpenUnsaved && (
            <span className="arrow-unsaved" title={t.unsaved}>
              <span className="unseen">{t.unsaved}</span>
            </span>
          )}
          <span className="quiet numbers">{t.bytes(bytes)}</span>
        </button>
      )}
      {menu && <RowMenu place={menu} actions={actions} selected={selected} list={() => row.current} onClose={() => setMenu(undefined)} />}
    </li>
  )
}

function NewDocument({ onClose }: { onClose: () => void }): ReactElement {
  const [title, setTitle] = useState('')
  const create = async (): Promise<void> => {
    const name = title.trim() === '' ? t.untitled : title.trim()
    const takenPaths = (useArrow.get().files?.files ?? []).map(({ path }) => path)
    if (await createDocument(freePath(name, takenPaths), newDocument(name))) onClose()
  }
  return (
    <Modal title={t.newDocument} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <TextField label="Title of the new document" value={title} onChange={setTitle} placeholder={t.untitled} maxLength={200} />
        <div className="form-foot">
          <Button label="Create document" main submit />
        </div>
      </form>
    </Modal>
  )
}
