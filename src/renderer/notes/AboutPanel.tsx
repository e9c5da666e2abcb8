import { useState, type ReactElement } from 'react'
import type { Knower, NotePage } from '../../shared/contract/world-calls'
import type { FileHistory } from '../../shared/contract/workshop-calls'
import { api } from '../client'
import { FileLink } from '../files/FileLink'
import { runCall } from '../run-call'
import { goTo, inspect, useSession } from '../session'
import { beatName, nameOf } from '../ui/names'
import { Button, LinkButton, Scroll } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'
import { useNotes } from './state'
import { notesTexts } from './texts'
const t = notesTexts.about

const ask = (path: string, commit: string, signal: AbortSignal): Promise<FileHistory> => api.fileHistory.query({ path, from: commit }, { signal })

/** The readers of the open note, and the times of its creation and last change. */
export function AboutPanel(): ReactElement {
  const page = useNotes((s) => s.page)
  const isAll = useNotes((s) => s.as === undefined)
  const commit = useSession((s) => s.cursor ?? s.present?.head ?? '')
  if (!page) return <p className="panel quiet">Open a note to see who knows it.</p>
  const { path, created, modified } = page
  return (
    <Scroll key={path} className="panel notes-panel" label={t.tab}>
      <dl className="facts">
        <dt>File</dt>
        <dd>
          <FileLink path={path} />
        </dd>
        {created !== '' && <Time label="Written" value={created} />}
        {modified !== '' && <Time label="Changed" value={modified} />}
      </dl>
      {isAll && <Known page={page} />}
      <h3>Beats that wrote it</h3>
      <Beats path={path} commit={commit} />
    </Scroll>
  )
}

const Time = ({ label, value }: { label: string; value: string }): ReactElement => (
  <>
    <dt>{label}</dt>
    <dd className="numbers">
      <time dateTime={value}>{value.replace('T', ' ').replace(/(:\d\d)?(\.\d+)?Z$/, '')}</time>
    </dd>
  </>
)

function Known({ page: { knownTo } }: { page: NotePage }): ReactElement {
  const beliefs = knownTo.filter(({ belief }) => belief !== undefined)
  return (
    <>
      <h3>Who knows it</h3>
      <ul className="notes-links">
        <li>You, the designer</li>
        {knownTo.map((one) => one.belief === undefined && <Reads key={one.who} one={one} />)}
      </ul>
      <h3>Beliefs about it</h3>
      {beliefs.length === 0 ? (
        <p className="quiet">No character has a belief about it.</p>
      ) : (
        <ul className="notes-links">
          {beliefs.map(({ who, name, belief }) => (
            <li key={`${who} ${belief?.about ?? ''}`}>
              <Name who={who} name={name} /> {belief && t.belief(belief)}
              <p className="notes-line mono">{belief?.about}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const Reads = ({ one: { who, name } }: { one: Knower }): ReactElement => (
  <li>
    <Name who={who} name={name} /> <span className="quiet">may read it</span>
  </li>
)

/** A character's name as a link to their sheet; the DM has none. */
const Name = ({ who, name }: { who: string; name: string }): ReactElement =>
  who === 'DM' ? <span>{name}</span> : <LinkButton label={name} onClick={() => inspect(who)} />

function Beats({ path, commit }: { path: string; commit: string }): ReactElement {
  const asked = useQuery(path, commit, ask)
  return (
    <Query {...asked} waits="Reading the history…">
      {(first) => <Versions key={commit} path={path} first={first} />}
    </Query>
  )
}

function Versions({ path, first }: { path: string; first: FileHistory }): ReactElement {
  const [more, setMore] = useState<FileHistory>()
  const actors = useSession((s) => s.present?.state.actors)
  const versions = [...first.versions, ...(more?.versions ?? [])]
  const { next } = more ?? first
  const load = async (): Promise<void> => {
    const page = await runCall(() => api.fileHistory.query({ path, ...(next === undefined ? {} : { from: next }) }))
    if (page) setMore({ ...page, versions: [...(more?.versions ?? []), ...page.versions] })
  }
  if (versions.length === 0 && next === undefined) return <p className="quiet">No beat up to here has written this file.</p>
  return (
    <>
      <ul className="notes-links">
        {versions.map(({ commit, n, subject, actor, version }, i) => (
          <li key={commit}>
            <LinkButton label={beatName(n)} className="numbers" onClick={() => goTo(commit)} />{' '}
            <span className="quiet">
              {nameOf(actors, actor)}
              {version === null ? `, removed` : next === undefined && i === versions.length - 1 ? `, created` : ''}
            </span>
            <p className="notes-line">{subject}</p>
          </li>
        ))}
      </ul>
      {next !== undefined && <Button label="Show earlier beats" small onClick={() => void load()} />}
    </>
  )
}
