import type { ReactElement } from 'react'
import { useNames } from '../fields/names'
import { useSession } from '../session'
import { Checkbox, SelectField, Suggestions, TextField } from '../ui/Field'
import { journeyOf, type BalanceDraft } from './balance-draft'
import type { Faults } from './plan-draft'

const [ACTIONS, TABLES] = ['lab-exact-actions', 'lab-exact-tables']

interface Props {
  draft: BalanceDraft
  faults: Faults
  onChange: (part: Partial<BalanceDraft>) => void
}

/** The fields of a goal that one call decides: a journey with its players, an action, or a row of a table. */
export function ExactFields({ draft, faults, onChange }: Props): ReactElement {
  const names = useNames()
  const state = useSession((s) => s.present?.state)
  const idsOf = (wanted: string): string[] => names.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const people = Object.entries(state?.actors ?? {}).map(([value, { kind, name }]) => ({ value, label: name, kind }))
  const { goal, players, of } = draft
  const field = (key: 'action' | 'args' | 'table' | 'row', label: string, more: { list?: string; hint?: string } = {}): ReactElement => (
    <TextField label={label} value={draft[key]} fault={faults[key]} maxLength={400} onChange={(text) => onChange({ [key]: text })} {...more} />
  )
  if (goal === 'journey')
    return (
      <>
        <div className="lab-new-row">
          <SelectField
            label="Journey"
            fault={faults['journey']}
            options={[
              { value: '', label: of && journeyOf(of) !== undefined ? 'The journey of the number' : 'Choose…' },
              ...Object.entries(state?.journeys ?? {}).map(([value, { from, to }]) => ({
                value,
                label: `${state?.places[from]?.name ?? from} → ${state?.places[to]?.name ?? to}`
              }))
            ]}
            value={draft.journey}
            onChange={(journey) => onChange({ journey })}
          />
          {players.length > 1 && (
            <SelectField
              label="Who must succeed"
              options={[
                { value: 'all', label: 'All of them' },
                { value: 'any', label: 'At least one' }
              ]}
              value={draft.need}
              onChange={(need) => onChange({ need })}
            />
          )}
        </div>
        <fieldset className="field bare">
          <legend>Players who set out together</legend>
          {people.flatMap(({ value, label, kind }) =>
            kind === 'player'
              ? [
                  <Checkbox
                    key={value}
                    label={label}
                    checked={players.includes(value)}
                    onChange={(isIn) => onChange({ players: isIn ? [...players, value] : players.filter((one) => one !== value) })}
                  />
                ]
              : []
          )}
          {faults['players'] !== undefined && (
            <p className="fault" role="alert">
              {faults['players']}
            </p>
          )}
        </fieldset>
      </>
    )
  return (
    <div className="lab-new-row">
      {goal === 'action' ? (
        <>
          <SelectField
            label="Character"
            fault={faults['by']}
            options={[{ value: '', label: 'Choose…' }, ...people, { value: 'DM', label: 'DM' }]}
            value={draft.by}
            onChange={(by) => onChange({ by })}
          />
          {field('action', 'Action', { list: ACTIONS })}
          {field('args', 'Parameters', { hint: 'Such as target=Ghoul, with=rope.' })}
        </>
      ) : (
        <>
          {field('table', 'Table', { list: TABLES })}
          {field('row', 'Row', { hint: 'As the table names it, such as 3-5.' })}
        </>
      )}
      <Suggestions lists={{ [ACTIONS ?? '']: idsOf('action'), [TABLES ?? '']: idsOf('table') }} />
    </div>
  )
}
