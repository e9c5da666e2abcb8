import { useEffect, useState, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { DESIGNER_SEAT, type ClientAccess } from '../../shared/table/clients'
import type { Seat } from '../../shared/table/turns'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { nameOf } from '../ui/names'
import { CopiedField } from '../ui/CopiedField'
import { Disclosure, Fault } from '../ui/Parts'
import { settingsTexts as t } from './texts'

/** The seats in a form that MCP clients play. */
export function clientSeats(people: readonly string[], seats: Readonly<Record<string, Seat | undefined>>): string[] {
  return people.filter((who) => (own(seats, who) ?? own(seats, 'default'))?.agent === 'mcp')
}

/** How MCP clients connect: a command, or an address with a token, for each of their seats and for the designer's tools. */
export function McpClients({ seats, actors }: { seats: readonly string[]; actors: GameState['actors'] | undefined }): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure className="settings-told" open={open} onToggle={(event) => setOpen(event.currentTarget.open)} title="Connect MCP clients">
      <p className="hint">{t.clientsHint}</p>
      {open &&
        [...seats, DESIGNER_SEAT].map((seat) => <Access key={seat} seat={seat} name={seat === DESIGNER_SEAT ? 'Designer' : nameOf(actors, seat)} />)}
    </Disclosure>
  )
}

function Access({ seat, name }: { seat: string; name: string }): ReactElement {
  const [access, setAccess] = useState<ClientAccess>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isGone = false
    api.clientAccess.mutate({ seat }).then(
      (answer) => !isGone && setAccess(answer),
      (error: unknown) => !isGone && setProblem(problemOf(error).message)
    )
    return () => {
      isGone = true
    }
  }, [seat])
  return (
    <fieldset className="mcp-access" aria-label={`MCP client for ${name}`}>
      <b>{name}</b>
      <Fault>{problem}</Fault>
      {access && (
        <>
          {access.command && <CopiedField label="Command" of={`for ${name}`} text={access.command.map(quoted).join(' ')} />}
          <CopiedField label="Address" of={`for ${name}`} text={access.url} />
          <CopiedField label="Token" of={`for ${name}`} text={access.token} />
        </>
      )}
    </fieldset>
  )
}

/** A word of a command for a shell. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
