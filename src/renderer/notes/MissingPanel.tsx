import { FilePlus2 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { MissingNote, NoteLine } from '../../shared/contract/notes-calls'
import { useSession } from '../session'
import { nameOf } from '../ui/names'
import { Pages } from '../ui/Pages'
import { Blank, LinkButton, Scroll } from '../ui/Parts'
import { CreateNote } from './CreateNote'
import { openNote } from './load'
import { useNotes } from './state'
import { notesTexts } from './texts'
import { counted } from '../ui/amounts'
const t = notesTexts.missing

/** The link targets without a note. */
export function MissingPanel(): ReactElement {
  const list = useNotes((s) => s.list)
  const isAll = useNotes((s) => s.as === undefined)
  if (!list) return <p className="panel quiet">{notesTexts.tree.waits}</p>
  if (list.missing.length === 0) return <Blank title="Every link leads somewhere">When a link uses a name that no note has, it is listed here.</Blank>
  return (
    <Scroll className="panel notes-panel" label={t.tab}>
      <h3>{counted(list.missing.length, 'name')}</h3>
      <Pages items={list.missing} className="notes-links" renderRow={(one) => <Missing one={one} notes={list.notes} canCreate={isAll} />} />
    </Scroll>
  )
}

function Missing({
  one: { target, folder, from },
  notes,
  canCreate
}: {
  one: MissingNote
  notes: readonly NoteLine[]
  canCreate: boolean
}): ReactElement {
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
  return count === 0 ? null : <span className="count numbers">{count.toLocaleString('en')}</span>
}
