import { ArrowLeft, ArrowRight, Network, Pencil, PencilRuler } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import type { NotePage } from '../../shared/contract/world-calls'
import { own } from '../../shared/base/json'
import { uneditableReason } from '../editing'
import { Prose, ProseLinks, ProsePictures, type LinkFinder } from '../prose/Prose'
import { useSession } from '../session'
import { Blank, Button, CommandButton, LinkButton, RetryBlank } from '../ui/Parts'
import { discardEdit, editNote, openInWorkshop } from './edits'
import { focusFilter } from './focus'
import { endName, followEnd } from './follow-end'
import { GraphPane } from './GraphPane'
import { loadNotes, openNote } from './load'
import { isUnsaved } from './note-edit'
import { NoteEditor } from './NoteEditor'
import { useNotes } from './state'
import { notesTexts } from './texts'
/** The most characters of a note that are shown at first; the rest on demand. */
const MAX_SHOWN = 40_000

/** The open note: its title, tags and text; or the graph of its links. */
export function NoteReader(): ReactElement {
  const path = useNotes((s) => s.path)
  const isGraph = useNotes((s) => s.isGraph)
  const page = useNotes((s) => s.page)
  const isEditing = useNotes((s) => s.isEditing)
  return (
    <section className="notes-main" aria-label={page?.title ?? notesTexts.title}>
      <header className="notes-head">
        <div className="notes-titles">
          <h2 className="clip">{page?.title ?? (path === undefined ? notesTexts.title : '')}</h2>
          {path !== undefined && <p className="quiet mono clip">{path}</p>}
        </div>
        <CommandButton id="notes.back" className="small" icon={<ArrowLeft size={14} />} />
        <CommandButton id="notes.forward" className="small" icon={<ArrowRight size={14} />} />
        <CommandButton id="notes.graph" className="small" icon={<Network size={14} />} pressed={isGraph} />
        <CommandButton id="notes.edit" className="small" icon={<Pencil size={14} />} pressed={isEditing} />
        <CommandButton id="notes.workshop" className="small" icon={<PencilRuler size={14} />} />
      </header>
      {isGraph ? <GraphPane /> : <Text />}
    </section>
  )
}

function Text(): ReactElement {
  const path = useNotes((s) => s.path)
  const page = useNotes((s) => s.page)
  const problem = useNotes((s) => s.pageProblem)
  const edit = useNotes((s) => (s.isEditing ? own(s.edits, s.path ?? '') : undefined))
  const isShut = useSession((s) => uneditableReason(s) !== undefined)
  const isListed = useNotes((s) => s.list === undefined || s.list.notes.some((note) => note.path === s.path))
  if (path === undefined)
    return (
      <Blank title="No note is open" button={{ label: 'Find a note…', onClick: focusFilter }}>
        Choose a note in the list, or find one by name.
      </Blank>
    )
  if (edit && !isShut) return <NoteEditor key={path} path={path} edit={edit} />
  if (page) return <Page key={page.path} page={page} />
  if (!isListed) return <Gone path={path} />
  if (problem === undefined) return <Blank title="Reading the note…" />
  return <RetryBlank title="Couldn’t read this note" problem={problem} again={() => void loadNotes()} />
}

function Gone({ path }: { path: string }): ReactElement {
  const as = useNotes((s) => s.as)
  const list = useNotes((s) => s.list)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const title = useNotes((s) => s.lastTitle)
  const renamed =
    list?.notes.find((note) => note.title === title) ?? list?.notes.find((note) => note.path.endsWith(`/${name}`) && name !== 'ABOUT.md')
  // A seat's own note of the same name is a different one.
  const other = as === undefined ? renamed : undefined
  return (
    <Blank title="This note doesn’t exist" button={other && { label: `Open ${other.path}`, onClick: () => openNote(other.path, true) }}>
      {as === undefined ? `${path} was removed or renamed, or did not exist at this beat.` : `This seat may not read ${path}.`}
    </Blank>
  )
}

function Page({ page }: { page: NotePage }): ReactElement {
  const { path, title, tags, body, problem, links } = page
  const [isWhole, setIsWhole] = useState(false)
  const box = useRef<HTMLElement>(null)
  const isFocusWanted = useNotes((s) => s.isFocusWanted)
  const draft = useNotes((s) => own(s.edits, path))
  const isShut = useSession((s) => uneditableReason(s) !== undefined)
  const edit = useSession((s) => (s.cursor === undefined ? s.present?.edits.find((one) => one.path === path) : undefined))
  useEffect(() => {
    if (!isFocusWanted) return
    box.current?.focus()
    useNotes.set({ isFocusWanted: false })
  }, [isFocusWanted])
  const ends = useMemo(() => new Map(links.map(({ written, to }) => [written, to])), [links])
  const find = useCallback<LinkFinder>(
    (target) => {
      const end = ends.get(target)
      if (!end || end.what === 'missing' || end.what === 'attachment') return undefined
      return { go: () => followEnd(end), hint: endName(end) }
    },
    [ends]
  )
  const text = withoutTitle(body, title)
  const shown = isWhole ? text : beginningOf(text)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable without a pointer
    <article id="note-text" ref={box} className="notes-text scrolls" aria-label={`Text of ${title}`} tabIndex={0}>
      {draft && isUnsaved(draft) && !isShut && (
        <p className="notes-warning">
          This note has unsaved changes, which are not shown here. <LinkButton label="Continue editing" onClick={() => void editNote(path)} />{' '}
          <LinkButton label="Discard changes" onClick={() => discardEdit(path)} />
        </p>
      )}
      {edit && (
        <p className="notes-warning">
          {edit.change === 'removed'
            ? 'This file was removed or renamed outside the app. You are reading the version in the story.'
            : 'This file was changed outside the app. You are reading the version in the story.'}{' '}
          <LinkButton label={notesTexts.commands.workshop} onClick={() => void openInWorkshop(path)} />
        </p>
      )}
      {problem !== undefined && <p className="notes-warning">{problem}</p>}
      {tags.length > 0 && (
        <ul className="notes-tags" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <button type="button" className="link" aria-label={`Show notes with the tag ${tag}`} onClick={() => useNotes.set({ query: `#${tag}` })}>
                #{tag}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ProseLinks value={find}>
        <ProsePictures value={page.pictures}>
          {text.trim() === '' ? <p className="quiet">This note has no text yet.</p> : <Prose text={shown} />}
        </ProsePictures>
      </ProseLinks>
      {shown.length < text.length && <Button label="Show the rest of the note" small onClick={() => setIsWhole(true)} />}
    </article>
  )
}

function withoutTitle(body: string, title: string): string {
  const first = /^\s*#[ \t]+([^\n]*?)[ \t]*#*[ \t]*(?:\n|$)/.exec(body)
  return first?.[1] === title ? body.slice(first[0].length) : body
}

function beginningOf(text: string): string {
  if (text.length <= MAX_SHOWN) return text
  const cut = text.slice(0, MAX_SHOWN)
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf(' '))
  return end > MAX_SHOWN / 2 ? cut.slice(0, end) : cut
}
