import { FilePlus2 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Backlink, NoteLink } from '../../shared/contract/notes-calls'
import { lineWords } from '../prose/blocks'
import { openAt } from '../files/open-at'
import { Pages } from '../ui/Pages'
import { LinkButton, Scroll } from '../ui/Parts'
import { CreateNote } from './CreateNote'
import { endName, followEnd } from './follow-end'
import { openNote } from './load'
import { useNotes } from './state'
import { notesTexts } from './texts'
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
  return (
    <>
      <LinkButton label={to.what === 'note' ? to.title : endName(to)} title={endName(to)} onClick={() => followEnd(to)} />
      {to.what !== 'note' && to.what !== 'beat' && <span className="quiet"> {t.kinds[to.what]}</span>}
    </>
  )
}
