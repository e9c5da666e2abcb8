import { useEffect, useMemo, useState, type ReactElement } from 'react'
import type { ArrowCast } from '../../../shared/contract/arrow-calls'
import { own } from '../../../shared/base/json'
import { api } from '../../client'
import { uneditableReason } from '../../editing'
import { useSession } from '../../session'
import { useArrow } from '../state'
import { TableFault } from '../play/TableFault'
import { attach } from './attach'
import { Button } from '../../ui/Parts'

/** The actors that match the characters of the saved document; undefined while they are queried, and in the past. */
function useCast(path: string): ArrowCast | undefined {
  const lore = useSession((s) => (uneditableReason(s) === undefined ? s.snapshot?.lore?.story : undefined))
  const version = useArrow((s) => own(s.open, path)?.version)
  const names = useSession((s) => Object.keys(s.snapshot?.state.actors ?? {}).join('/'))
  const [cast, setCast] = useState<{ of: unknown; found: ArrowCast } | undefined>(undefined)
  const of = useMemo(() => ({ path, lore, version, names }), [path, lore, version, names])
  useEffect(() => {
    if (of.lore === undefined) return undefined
    let isWanted = true
    api.arrowCast.query({ path: of.path }).then(
      (found) => isWanted && setCast({ of, found }),
      // A document that can't be read shows its own message.
      () => isWanted && setCast(undefined)
    )
    return () => {
      isWanted = false
    }
  }, [of])
  return cast?.of === of ? cast.found : undefined
}

/** Shows why the table can't play an attached document: asks for the actor of an unmatched character, or says why the table put the document aside. */
export function TableNotice({ path }: { path: string }): ReactElement | null {
  const cast = useCast(path)
  const [first, ...more] = cast?.unmatched ?? []
  if (!cast?.event || !first) return <TableFault path={path} />
  return <AskWho key={first.name} path={path} event={cast.event.id} name={first.name} could={first.could} more={more.length} />
}

function AskWho({ path, event, name, could, more }: { path: string; event: string; name: string; could: string[]; more: number }): ReactElement {
  const actors = useSession((s) => s.snapshot?.state.actors)
  const [who, setWho] = useState('')
  const ids = could.length > 0 ? could : Object.keys(actors ?? {})
  const options = ids.map((id) => ({ id, label: own(actors, id)?.name ?? id })).toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <section className="banner arrow-question" aria-label="Who speaks">
      <label>
        {could.length > 1
          ? `“${name}” could be several characters, so the table can’t play this scene. Who is it?`
          : `No character of this campaign matches “${name}”, so the table can’t play this scene. Who is it?`}{' '}
        {more > 0 && (more === 1 ? 'One more name after this.' : `${more} more names after this.`)}
        <select className="field-input" value={who} onChange={({ target }) => setWho(target.value)}>
          <option value="">Choose a character</option>
          {options.map(({ id, label }) => (
            <option key={id} value={id}>
              {could.length > 1 ? `${label} (${id})` : label}
            </option>
          ))}
        </select>
      </label>
      <Button label="Save" small main disabled={who === ''} onClick={() => void attach(path, { event }, { [name]: who })} />
    </section>
  )
}
