import type { ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { DirectionFileInfo } from '../../shared/table/turns'
import { SelectField } from '../ui/Field'
import type { DirectionForm } from './settings'
import { settingsTexts as t } from './texts'

/** The direction files of the table: the tone, the DM's style, and a persona for each player. */
export function DirectionFields({
  form,
  files,
  players,
  onChange
}: {
  form: DirectionForm
  files: readonly DirectionFileInfo[]
  players: readonly { id: string; name: string }[]
  onChange: (form: DirectionForm) => void
}): ReactElement {
  const choice = (label: string, value: string, change: (path: string) => void): ReactElement => (
    <SelectField key={label} label={label} value={value} options={optionsOf(files, value)} onChange={change} />
  )
  return (
    <fieldset className="direction-fields" aria-label={t.direction}>
      {choice('Tone', form.tone, (tone) => onChange({ ...form, tone }))}
      {choice('DM style', form.dm, (dm) => onChange({ ...form, dm }))}
      {players.map(({ id, name }) =>
        choice(`Persona of ${name}`, own(form.personas, id) ?? '', (path) => onChange({ ...form, personas: { ...form.personas, [id]: path } }))
      )}
    </fieldset>
  )
}

/** The options: none, every file, and the current one even if there is no such file. */
function optionsOf(files: readonly DirectionFileInfo[], current: string): { value: string; label: string }[] {
  const known = files.map(({ path, name }) => ({ value: path, label: name }))
  const missing = current !== '' && !files.some(({ path }) => path === current) ? [{ value: current, label: `${current} (missing)` }] : []
  return [{ value: '', label: 'None' }, ...known, ...missing]
}
