import { FilePlus2 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Backlink, NoteLink, MissingNote, NoteLine } from '../../shared/contract/world-calls'
import { lineWords } from '../prose/blocks'
import { openAt } from '../files/open-at'
import { Pages } from '../ui/Pages'
import { LinkButton, Scroll, Blank } from '../ui/Parts'
import { CreateNote } from './CreateNote'
import { endName, followEnd } from './follow-end'
import { openNote } from './load'
import { useNotes } from './state'
import { notesTexts } from './texts'
import { useSession } from '../session'
import { nameOf } from '../ui/names'
import { counted } from '../ui/amounts'

const t = notesTexts.links

/** The targets of the open note's links, and the notes that link to it. */
export function LinksPanel(): ReactElement {
  const page = useNotes((s) => s.page)
  if (!page) return <p className="panel quiet">Open a note to see its links.</p>
  const { path, links, backlinks } = page
  return (
    <Scroll key={path} className="panel notes-panel" label={t.tab}>
      <h3>{`Backlinks (${backlinks.length.toLocaleString('en')})`}</h3>
      {backlinks.length === 0 ? (
        <p className="quiet">No other note links here.</p>
      ) : (
        <Pages items={backlinks} className="notes-links" renderRow={(one) => <From one={one} />} />
      )}
      <h3>{`Links (${links.length.toLocaleString('en')})`}</h3>
      {links.length === 0 ? (
        <p className="quiet">This note has no links. Write [[name]] to link to another one.</p>
      ) : (
        <Pages items={links} className="notes-links" renderRow={(one) => <To from={path} one={one} />} />
      )}
    </Scroll>
  )
}

const From = ({ one }: { one: Backlink }): ReactElement => (
  <>
    <LinkButton label={one.title} title={one.path} onClick={() => (/\.md$/i.test(one.path) ? openNote(one.path, true) : openAt(one.path, one.at))} />
    {one.line !== '' && <p className="notes-line">{lineWords(one.line)}</p>}
  </>
)

function To({ from, one: { written, to } }: { from: string; one: NoteLink }): ReactElement {
  if (to.what === 'missing')
    return (
      <div className="notes-missing">
        <span>
          {written} <span className="quiet">no note</span>
        </span>
        <CreateNote from={from} target={written} icon={<FilePlus2 size={13} />} />
      </div>
    )
  if (to.what === 'attachment')
    return (
      <span>
        {written} <span className="quiet">{t.kinds.attachment}</span>
      </span>
    )
  return (
    <>
      <LinkButton label={to.what === 'note' ? to.title : endName(to)} title={endName(to)} onClick={() => followEnd(to)} />
      {to.what !== 'note' && to.what !== 'beat' && <span className="quiet"> {t.kinds[to.what]}</span>}
    </>
  )
}

const missingTexts = notesTexts.missing

/** The link targets without a note. */
export function MissingPanel(): ReactElement {
  const list = useNotes((s) => s.list)
  const isAll = useNotes((s) => s.as === undefined)
  if (!list) return <p className="panel quiet">{notesTexts.tree.waits}</p>
  if (list.missing.length === 0) return <Blank title="Every link leads somewhere">When a link uses a name that no note has, it is listed here.</Blank>
  return (
    <Scroll className="panel notes-panel" label={missingTexts.tab}>
      <h3>{counted(list.missing.length, 'name')}</h3>
      <Pages items={list.missing} className="notes-links" renderRow={(one) => <Missing one={one} notes={list.notes} canCreate={isAll} />} />
    </Scroll>
  )
}

interface MissingProps {
  one: MissingNote
  notes: readonly NoteLine[]
  canCreate: boolean
}

function Missing({ one: { target, folder, from }, notes, canCreate }: MissingProps): ReactElement {
  const actors = useSession((s) => s.present?.state.actors)
  const first = notes[from[0] ?? -1]
  const player = folder === 'world' ? undefined : folder.slice(folder.indexOf('/') + 1)
  return (
    <div className="notes-missing">
      <span>
        <b>{target}</b>
        {player !== undefined && <span className="quiet"> {`in the notes of ${nameOf(actors, player)}`}</span>}
      </span>
      {canCreate && first && <CreateNote from={first.path} target={target} icon={<FilePlus2 size={13} />} />}
      {first && (
        <p className="notes-line">
          <span className="quiet">{`linked from ${counted(from.length, 'note')}`}: </span>
          <LinkButton label={first.title} title={first.path} onClick={() => openNote(first.path, true)} />
        </p>
      )}
    </div>
  )
}

/** The number of link targets without a note, in the panel's tab. */
export function MissingCount(): ReactElement | null {
  const count = useNotes((s) => s.list?.missing.length ?? 0)
  return count === 0 ? null : <span className="tab-count numbers">{count.toLocaleString('en')}</span>
}
