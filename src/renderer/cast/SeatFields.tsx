import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useState, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { Actor } from '../../shared/story/state'
import type { DirectionFileInfo, TableSettings } from '../../shared/table/turns'
import { api } from '../client'
import { ifEditable, savedEdit, uneditableReason } from '../editing'
import { runCall } from '../run-call'
import { showProblem, useSession } from '../session'
import { run } from '../ui/commands'
import { SelectField } from '../ui/Field'
import { agentName } from '../ui/names'
import { Button, IconButton } from '../ui/Parts'
import { castTexts as t } from './texts'

/** A player's seat at the table: who decides for them, their place in the order, and the persona that steers them. */
export function SeatFields({ id, actors }: { id: string; actors: Readonly<Record<string, Actor>> }): ReactElement | null {
  const head = useSession((s) => s.present?.head)
  const agent = useSession((s) => own(s.present?.table.agents, id))
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const [table, setTable] = useState<{ settings: TableSettings; files: readonly DirectionFileInfo[] }>()
  useEffect(() => {
    if (head === undefined) return undefined
    let isLeft = false
    Promise.all([api.tableSettings.query(), api.directionFiles.query()]).then(
      ([settings, files]) => !isLeft && setTable({ settings, files }),
      (error: unknown) => !isLeft && showProblem(error)
    )
    return () => {
      isLeft = true
    }
  }, [head])
  if (!table) return null
  const { settings, files } = table
  const order = orderOf(settings.party, actors)
  const at = order.indexOf(id)
  const save = (next: Partial<TableSettings>): Promise<unknown> =>
    ifEditable(async () => {
      const beat = await runCall(() => api.setTable.mutate({ ...settings, ...next }))
      if (beat) await savedEdit(beat)
    })
  const move = (to: number): void => {
    const party = order.filter((one) => one !== id)
    party.splice(to, 0, id)
    void save({ party })
  }
  const persona = own(settings.direction?.personas, id) ?? ''
  const choosePersona = (path: string): void => {
    const { [id]: _, ...others } = settings.direction?.personas ?? {}
    void save({ direction: { ...settings.direction, personas: path === '' ? others : { ...others, [id]: path } } })
  }
  return (
    <fieldset className="cast-seat field bare" disabled={closed}>
      <legend>{t.seat.title}</legend>
      <p>
        {t.seat.order(at + 1, order.length)}
        <IconButton label={t.seat.earlier} small icon={<ArrowUp size={13} />} disabled={at <= 0} onClick={() => move(at - 1)} />
        <IconButton label={t.seat.later} small icon={<ArrowDown size={13} />} disabled={at >= order.length - 1} onClick={() => move(at + 1)} />
      </p>
      <p>
        {t.seat.agent(agent === undefined ? '–' : agentName(agent))} <Button label={t.seat.change} small onClick={() => run('settings')} />
      </p>
      <SelectField
        label={t.seat.persona}
        options={[{ value: '', label: t.seat.none }, ...files.map(({ path, name }) => ({ value: path, label: name }))]}
        value={persona}
        onChange={choosePersona}
      />
    </fieldset>
  )
}

/** The players in their order: those of the table's settings, then the others by id. */
function orderOf(party: readonly string[], actors: Readonly<Record<string, Actor>>): string[] {
  const players = Object.keys(actors).filter((id) => own(actors, id)?.kind === 'player')
  return [...party.filter((id) => players.includes(id)), ...players.filter((id) => !party.includes(id))]
}
